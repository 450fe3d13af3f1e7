// cspell:ignore newlength settoheight
import type { SubsetRow } from './subset.ts';

/** Headings, lists, tables, boxes, space, pages. */
export const SUBSET_BLOCKS: readonly SubsetRow[] = [
  {
    title: 'Headings',
    example: '\\section{First}\\subsection{Inner}\\subsubsection{Deep}\\section{Second}\\section*{Plain}',
    words: ['1 First', '1.1 Inner', '1.1.1 Deep', '2 Second', 'Plain']
  },
  {
    title: 'Lists',
    example: '\\begin{itemize}\\item one \\item two \\begin{itemize}\\item inner\\end{itemize}\\end{itemize}',
    words: ['one', 'two', 'inner']
  },
  {
    title: 'Numbered lists',
    example: '\\begin{enumerate}\\item one \\item two \\begin{enumerate}\\item inner\\end{enumerate}\\end{enumerate}',
    words: ['1. one', '2. two', '(a) inner']
  },
  {
    title: 'Lists with other labels',
    example: '\\begin{enumerate}[label=(\\roman*),nosep,leftmargin=2cm]\\item one \\item two\\end{enumerate}',
    words: ['(i) one', '(ii) two']
  },
  {
    title: 'Descriptions',
    example: '\\begin{description}[nosep]\\item[Item] a balance \\item[Place] York\\end{description}',
    words: ['Item a balance', 'Place York']
  },
  {
    title: 'Left, middle, right',
    example:
      '\\begin{center}middle\\end{center}\\begin{flushright}right\\end{flushright}\\begin{flushleft}left\\end{flushleft}',
    words: ['middle', 'right', 'left']
  },
  {
    title: 'Left, middle, right until the end of a group',
    example: '{\\centering middle\\par}{\\raggedleft right\\par}{\\raggedright left\\par}',
    words: ['middle', 'right', 'left']
  },
  {
    title: 'Quotes',
    example: '\\begin{quote}A sentence that is set apart.\\end{quote}',
    words: ['A sentence that is set apart.']
  },
  {
    title: 'Tables',
    example: '\\begin{tabular}{|l|c|r|}\\hline Left & Middle & Right \\\\ \\hline 1 & 2 & 3 \\\\ \\hline\\end{tabular}',
    words: ['Left Middle Right', '1 2 3']
  },
  {
    title: 'Tables with lines of booktabs',
    example:
      '\\begin{tabular}{@{}lrr@{}}\\toprule Name & \\multicolumn{2}{c}{Values} \\\\ \\cmidrule(lr){2-3} & A & B \\\\ \\midrule one & 2 & 3 \\\\ \\addlinespace two & 4 & 5 \\\\ \\bottomrule\\end{tabular}',
    words: ['Name Values', 'A B', 'one 2 3', 'two 4 5']
  },
  {
    title: 'Lines of booktabs with space in place of theirs',
    example:
      '\\begin{tabular}{@{}ll@{}}\\toprule \\addlinespace[8pt] Name & Value \\\\ \\addlinespace[1pt]\\midrule\\midrule \\addlinespace[-1pt] one & 2 \\\\ \\midrule \\cmidrule(l){2-2} three & 4 \\\\ \\bottomrule\\end{tabular}',
    words: ['Name Value', 'one 2', 'three 4']
  },
  {
    title: 'Columns of numbers, by their decimal marks',
    example:
      '\\begin{tabular}{lS[table-format=3.2]S[table-format=1.2]}\\toprule {Name} & {Value} & {$U$} \\\\ \\midrule one & 12.5 & 0.25 \\\\ two & -1.25 & {none} \\\\ three & 100 & 0.5 \\\\ \\bottomrule\\end{tabular}',
    words: ['Name Value', 'one 12.5 0.25', 'two -1.25 none', 'three 100 0.5']
  },
  {
    title: 'Columns of paragraphs',
    example:
      '\\begin{tabular}{p{3cm}m{3cm}>{\\bfseries}l}First cell with words that take two lines & Second cell & Third \\tabularnewline\\end{tabular}',
    words: ['First cell', 'Second cell', 'Third'],
    differs: { in: 'words', because: 'a cell is broken into lines where its letters allow' }
  },
  {
    title: 'Cells over rows',
    example: '\\begin{tabular}{lll}\\multirow{2}{*}{Both} & b & c \\\\ \\cline{2-3} & e & f \\\\ \\end{tabular}',
    words: ['Both', 'b c', 'e f']
  },
  {
    title: 'Tables of a given width',
    example:
      '\\noindent\\begin{tabularx}{\\textwidth}{Xr}A long description & 12.5 \\\\ Another one & 3 \\\\\\end{tabularx}',
    words: ['A long description 12.5', 'Another one 3']
  },
  {
    title: 'Tables over pages',
    example:
      '\\begin{longtable}{lr}\\toprule No & Value \\\\ \\midrule \\endfirsthead No & again \\\\ \\endhead to be continued & \\\\ \\endfoot \\bottomrule \\endlastfoot 1 & 0.5 \\\\ 2 & 0.7 \\\\ \\end{longtable}',
    words: ['No Value', '1 0.5', '2 0.7']
  },
  {
    title: 'Space between columns that fills a width',
    example:
      '\\noindent\\begin{tabular*}{\\textwidth}{@{\\extracolsep{\\fill}}lrr@{}}Name & 12.5 & 3 \\\\ Other & 1 & 4 \\\\\\end{tabular*}',
    words: ['Name 12.5 3', 'Other 1 4']
  },
  {
    title: 'Tables over pages as wide as the text',
    example:
      'Above\\setlength{\\LTpre}{4pt}\\setlength{\\LTpost}{0pt}\\setlength{\\LTleft}{0pt}\\setlength{\\LTright}{0pt}\\begin{longtable}{@{\\extracolsep{\\fill}}lrr@{}}Name & 12.5 & 3 \\\\ Other & 1 & 4 \\\\\\end{longtable}',
    words: ['Above', 'Name 12.5 3', 'Other 1 4']
  },
  {
    title: 'Taller rows',
    example: '\\renewcommand{\\arraystretch}{1.5}\\begin{tabular}{ll}a & b \\\\ c & d\\end{tabular}',
    words: ['a b', 'c d']
  },
  {
    title: 'Lengths',
    example: '\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}First.\n\nSecond.',
    words: ['First.', 'Second.']
  },
  {
    title: 'Boxes of a given width',
    example: '\\noindent\\parbox[t]{5cm}{Left column}\\hfill\\begin{minipage}[t]{5cm}Right column\\end{minipage}',
    words: ['Left column', 'Right column']
  },
  {
    title: 'Own lengths, and the height of something',
    example: '\\noindent\\parbox[t]{\\own}{One column}\\hfill\\rule{1pt}{\\tall}Other',
    words: ['One column', 'Other'],
    preamble:
      '\\newlength{\\own}\\setlength{\\own}{4cm}\\newlength{\\tall}\\settoheight{\\tall}{\\begin{minipage}[b]{5cm}Two\\par lines\\end{minipage}}'
  },
  {
    title: 'Frames',
    example: '\\fbox{framed} \\colorbox{yellow}{marked} \\framebox[3cm][c]{wide}',
    words: ['framed marked', 'wide']
  },
  {
    title: 'Boxes of a line',
    example: '\\mbox{together} \\makebox[3cm][r]{right}end',
    words: ['together', 'right', 'end']
  },
  { title: 'Lines', example: 'a \\rule{2cm}{0.4pt} b \\hrulefill c', words: ['a', 'b', 'c'] },
  {
    title: 'Space',
    example:
      'one\\hspace{2cm}two\\hfill three\n\n\\vspace{1cm}four\n\n\\vspace*{5mm}five\\smallskip\n\nsix\\medskip\n\nseven\\bigskip\n\neight',
    words: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  },
  {
    title: 'Space above a heading',
    example: 'one\\par\\vspace{6mm}\\subsubsection*{Two}three\\bigskip\\begin{itemize}\\item four\\end{itemize}',
    words: ['one', 'Two', 'three', 'four']
  },
  { title: 'The foot of the page', example: 'above\\vfill below', words: ['above', 'below'] },
  {
    title: 'The foot of the page, also after its break',
    example: 'above\n\n\\vspace*{\\fill}below',
    words: ['above', 'below']
  },
  {
    title: 'Headers and footers',
    preamble:
      '\\pagestyle{fancy}\\fancyhf{}\\lhead{Left}\\chead{Middle}\\rhead{Right}\\lfoot{Low}\\cfoot{Page \\thepage{} of \\pageref{LastPage}}\\rfoot{End}\\renewcommand{\\headrulewidth}{0.4pt}',
    example: 'Text',
    words: ['Left Middle Right', 'Text', 'Low', 'Page 1 of 1', 'End']
  },
  {
    title: 'Headers and footers by place',
    preamble: '\\pagestyle{fancy}\\fancyhf{}\\fancyhead[L]{Laboratory}\\fancyhead[R]{No. 7}\\fancyfoot[C]{\\thepage}',
    example: 'Text',
    words: ['Laboratory No. 7', 'Text', '1']
  },
  {
    title: 'New pages',
    preamble: '\\pagestyle{empty}',
    example: 'one\\newpage two\\clearpage three\\pagebreak four',
    words: ['one', 'two', 'three', 'four']
  },
  {
    title: 'No page ends here',
    example: 'Signed by\\par\\nopagebreak the laboratory',
    words: ['Signed by', 'the laboratory']
  },
  {
    title: 'Pictures of the server',
    example: '\\includegraphics[width=3cm]{qr}',
    words: [],
    differs: { in: 'words', because: 'only the server has the picture' }
  },
  {
    title: 'Tables and figures with captions, set where they are written; labels and references',
    example:
      'See Table~\\ref{tab:r} and Figure~\\ref{fig:c}.\\begin{table}[h]\\centering\\caption{Results}\\label{tab:r}\\begin{tabular}{lr}a & 1 \\\\ b & 2\\end{tabular}\\end{table}\n\nBetween them.\\begin{figure}[h]\\centering\\fbox{Chart}\\caption{Correction}\\label{fig:c}\\end{figure}',
    words: ['and Figure 1.', ': Results', 'Between them.', 'Figure 1: Correction']
  },
  {
    title: 'Captions of long tables',
    example:
      '\\begin{longtable}{lr}\\caption{Points}\\\\ \\toprule No. & Value \\\\ \\midrule \\endhead 1 & 2.5 \\\\ \\bottomrule\\end{longtable}',
    words: ['Points', 'No. Value', '1 2.5']
  },
  {
    title: 'Footnotes in the rows of long tables',
    example:
      '\\begin{longtable}{lr}No. & Value \\\\ \\endhead one & 2.5\\footnote{As found.} \\\\ two & 3.5 \\\\ \\end{longtable}',
    words: ['No. Value', 'one 2.5', 'two 3.5', 'As found.']
  },
  {
    title: 'References to items',
    example:
      '\\begin{enumerate}\\item First\\label{it:a}\\item Second\\begin{enumerate}\\item Inner\\label{it:b}\\end{enumerate}\\end{enumerate}See \\ref{it:a} and \\ref{it:b}. \\begin{enumerate}[label=(\\roman*)]\\item Third\\label{it:c}\\end{enumerate}See \\ref{it:c}.',
    words: ['1. First', '(a) Inner', 'See 1 and 2a.', '(i) Third', 'See (i).']
  },
  {
    title: 'Footnotes',
    example: 'A statement\\footnote{What it is based on.} and another\\footnote{Its reason.}.',
    words: ['A statement', 'What it is based on.', 'Its reason.']
  }
];
