export const inDocument = (body: string, preamble = '') =>
  `\\documentclass{article}${preamble}\n\\begin{document}\n${body}\n\\end{document}`;
export const many = (text: string, times: number) => text.repeat(times);

/** Each doubles the one before: 2^30 words. */
const doubling = Array.from({ length: 30 }, (_, i) => {
  const name = (at: number) => `\\x${String.fromCharCode(97 + (at % 26))}${at >= 26 ? 'z' : ''}`;
  return `\\newcommand{${name(i)}}{${i === 0 ? 'word ' : many(name(i - 1), 2)}}`;
}).join('');

/** A source, and the command that its fault names: null where the fault is not of a command. */
export const HOSTILE: Readonly<Record<string, readonly [source: string, command: string | null]>> = {
  'reads a file': [inDocument('\\input{/etc/passwd}'), '\\input'],
  'includes a file': [inDocument('\\include{/etc/passwd}'), '\\include'],
  'reads a file by its pipe': [inDocument('\\input{|cat /etc/passwd}'), '\\input'],
  'opens a file': [inDocument('\\openin5=/etc/passwd'), '\\openin'],
  'reads a line of a file': [inDocument('\\read16 to \\line'), '\\read'],
  'writes a file': [inDocument('\\newwrite\\f\\immediate\\openout\\f=x'), '\\newwrite'],
  'runs a program': [inDocument('\\write18{id > /tmp/owned}'), '\\write'],
  'runs a program at once': [inDocument('\\immediate\\write18{id}'), '\\immediate'],
  'runs Lua': [inDocument('\\directlua{os.execute("id")}'), '\\directlua'],
  'includes a picture by its path': [inDocument('\\includegraphics{/etc/passwd}'), '\\includegraphics'],
  'includes a picture from elsewhere': [inDocument('\\includegraphics{../../logo.png}'), '\\includegraphics'],
  'shows a picture four thousand times': [
    inDocument(many('\\includegraphics{qr}', 4000), '\\usepackage{graphicx}'),
    '\\includegraphics'
  ],
  'includes pages': [inDocument('\\includepdf{/etc/passwd}'), '\\includepdf'],
  'lists a file': [inDocument('\\lstinputlisting{/etc/passwd}'), '\\lstinputlisting'],
  'shows a file as it is': [inDocument('\\verbatiminput{/etc/passwd}'), '\\verbatiminput'],
  'changes the meaning of letters': [inDocument('\\catcode`\\@=11'), '\\catcode'],
  'makes a letter a command': [inDocument('\\catcode`A=13 \\def A{x}'), '\\catcode'],
  'defines by \\def': [inDocument('\\def\\x{\\x}\\x'), '\\def'],
  'defines by \\edef': [inDocument('\\edef\\x{\\x}'), '\\edef'],
  'gives commands other names': [inDocument('\\let\\safe=\\input'), '\\let'],
  'makes names of letters': [inDocument('\\csname input\\endcsname{/etc/passwd}'), '\\csname'],
  'expands later': [inDocument('\\expandafter\\input\\expandafter{x}'), '\\expandafter'],
  'writes characters by their codes': [inDocument('^^5cinput{/etc/passwd}'), '^'],
  'prints characters by their codes': [inDocument('\\char92'), '\\char'],
  loops: [inDocument('\\loop x \\iftrue \\repeat'), '\\loop'],
  'asks about conditions': [inDocument('\\ifnum1=1 a\\fi'), '\\ifnum'],
  'calls itself': [inDocument('\\x', '\\newcommand{\\x}{\\x}'), '\\x'],
  'calls itself with text': [inDocument('\\x', '\\newcommand{\\x}{a\\x}'), '\\x'],
  'calls itself in groups': [inDocument('\\x', '\\newcommand{\\x}{{\\x}}'), null],
  'calls itself in an argument': [inDocument('\\x{a}', '\\newcommand{\\x}[1]{\\x{#1#1}}'), null],
  'calls one another': [inDocument('\\x', '\\newcommand{\\x}{\\y}\\newcommand{\\y}{\\x}'), null],
  'calls itself in a formula': [inDocument('$\\x$', '\\newcommand{\\x}{\\frac{\\x}{2}}'), null],
  'doubles and doubles': [inDocument('\\xdz', doubling), null],
  'is too long': [inDocument(many('words and words ', 17_000)), null],
  'has very many groups inside each other': [inDocument(many('{', 5000) + many('}', 5000)), null],
  'has very many environments inside each other': [
    inDocument(many('\\begin{center}', 3000) + many('\\end{center}', 3000)),
    null
  ],
  'has formulas inside groups inside formulas': [inDocument(`$${many('{x^', 500)}x${many('}', 500)}$`), null],
  'opens and never closes': [inDocument(many('{\\textbf{', 20_000)), null],
  'opens environments and never closes': [inDocument(many('\\begin{center}', 10_000)), null],
  'closes what was not opened': [inDocument('}'), null],
  'closes another environment': [inDocument('\\begin{center}\\end{tabular}'), '\\end'],
  'has very many columns': [inDocument(`\\begin{tabular}{${many('l', 5000)}}a\\end{tabular}`), '\\begin{tabular}'],
  'repeats columns': [inDocument('\\begin{tabular}{*{60}{*{60}{*{60}{l}}}}a\\end{tabular}'), '\\begin{tabular}'],
  'has very many pages': [inDocument(many('a\\newpage ', 5000)), null],
  'has very many definitions': [
    inDocument(
      'a',
      Array.from(
        { length: 600 },
        (_, i) => `\\newcommand{\\x${String.fromCharCode(97 + (i % 26), 97 + (Math.floor(i / 26) % 26))}}{a}`
      ).join('')
    ),
    null
  ],
  'is as wide as the world': [inDocument('\\hspace{99999999cm}'), '\\hspace'],
  'links to a script': [inDocument('\\href{javascript:alert(1)}{x}'), '\\href'],
  'links to a file': [inDocument('\\url{file:///etc/passwd}'), '\\url'],
  'has text as it is': [inDocument('\\begin{verbatim}\\input\\end{verbatim}'), '\\begin'],
  'has text as it is in a line': [inDocument('\\verb|x|'), '\\verb'],
  'loads any package': [inDocument('a', '\\usepackage{shellesc}'), '\\usepackage'],
  'is of another class': ['\\documentclass{standalone}\\begin{document}a\\end{document}', '\\documentclass'],
  'has no document': ['\\input{x}', '\\begin'],
  'is empty': ['', '\\begin']
};
