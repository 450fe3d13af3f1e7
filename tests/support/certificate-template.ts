/** A template that says little: what tests tell from the built-in certificate. */
export const smallTemplate = (word = 'Minimal'): string =>
  String.raw`\documentclass{article}
\begin{document}
${word} \VAR{certificate.title} \VAR{certificate.number} of \VAR{asset.name}

\BLOCK{for run in runs}
\BLOCK{for point in run.points}
\VAR{point.reference} / \VAR{point.indication}

\BLOCK{endfor}
\BLOCK{endfor}
U = \VAR{uncertainty.expanded}
\end{document}
`;
