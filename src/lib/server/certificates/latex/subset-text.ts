// cspell:ignore éàôñ Grüße Guten
import type { SubsetRow } from './subset.ts';

/** Letters, their looks, accents, links, quantities. */
export const SUBSET_TEXT: readonly SubsetRow[] = [
  {
    title: 'Bold, italic, slanted',
    example: '\\textbf{strong} \\textit{Italic} \\textsl{slanted}',
    words: ['strong Italic slanted']
  },
  {
    title: 'Looks until the end of a group',
    example:
      '{\\bfseries fat \\mdseries thin} {\\itshape leaning \\upshape upright} {\\slshape slanted} {\\em stressed}',
    words: ['fat thin leaning upright slanted stressed']
  },
  { title: 'Emphasis inside emphasis is upright', example: '\\emph{one \\emph{two} three}', words: ['one two three'] },
  {
    title: 'Upright, medium, normal',
    example:
      '\\textit{a \\textup{up} b} \\textbf{c \\textmd{md} d} \\textbf{\\textnormal{nn}} {\\bfseries \\normalfont nf}',
    words: ['a up b c md d nn nf']
  },
  {
    title: 'Families are all the letters of the document',
    example: '\\textrm{roman} \\textsf{sans} {\\rmfamily more} {\\sffamily plain}',
    words: ['roman sans more plain']
  },
  { title: 'A line below text', example: 'this is \\underline{important} text', words: ['this is important text'] },
  {
    title: 'Above and below the line',
    example: 'the \\textsuperscript{upper} and \\textsubscript{lower} letters',
    words: ['the upper and lower letters']
  },
  {
    title: 'Sizes',
    example:
      '{\\tiny tiny} {\\scriptsize script} {\\footnotesize foot} {\\small small} {\\normalsize normal} {\\large large} {\\Large Larger}\n\n{\\LARGE LARGE \\par}{\\huge huge \\par}{\\Huge Huge \\par}',
    words: ['tiny script foot small normal large Larger', 'LARGE', 'huge', 'Huge']
  },
  {
    title: 'Any other size, and its distance of lines',
    example: 'Usual {\\fontsize{8.5pt}{10pt}\\selectfont less} {\\fontsize{13}{15}\\selectfont more}',
    words: ['Usual less more']
  },
  {
    title: 'Colors',
    example:
      '\\definecolor{house}{HTML}{0A4FB4}\\textcolor{house}{blue} \\textcolor{red!60!black}{dark} {\\color{teal} sea} \\textcolor[rgb]{0.5,0.1,0}{mixed}',
    words: ['blue dark sea mixed']
  },
  {
    title: 'Dashes and quotes',
    example: "pages 3--5 --- ``quoted'' and `single', don't",
    words: ['pages 3–5 — “quoted” and ‘single’, don’t']
  },
  { title: 'A group ends a ligature', example: '-{}- and a-{}-b', words: ['-- and a--b'] },
  {
    title: 'Accents',
    example: '\\"a\\"o\\"{u} \\\'e\\`a\\^o\\~n \\c{c} \\v{s}\\u{g} \\H{o} \\r{a} \\k{a} \\.z \\=a',
    words: ['äöü éàôñ ç šğ ő å ą ż ā']
  },
  {
    title: 'A dot below',
    example: '\\d{o}',
    words: ['ọ'],
    differs: { in: 'words', because: 'pdflatex puts a full stop there' }
  },
  {
    title: 'Unicode as it is',
    example: 'Grüße, façade, señor, Ångström, 20 °C ± 0,5 µm',
    words: ['Grüße, façade, señor, Ångström, 20 °C ± 0,5 µm']
  },
  { title: 'Spaces that do not break', example: 'Dr.~Weber and 20\\,mm', words: ['Dr. Weber and 20'] },
  { title: 'Comments', example: 'shown % not shown\nand this', words: ['shown and this'] },
  {
    title: 'Lines end',
    example: 'first \\\\ second \\\\[3mm] third \\newline fourth \\linebreak fifth',
    words: ['first', 'second', 'third', 'fourth', 'fifth']
  },
  {
    title: 'Paragraphs',
    example: 'First paragraph.\\par Second paragraph.\n\n\\noindent Third paragraph.',
    words: ['First paragraph.', 'Second paragraph.', 'Third paragraph.']
  },
  {
    title: 'No line of a paragraph alone on a page, which is so without these, too',
    example: '\\widowpenalty=10000 \\clubpenalty 10000 One paragraph.\n\nAnother paragraph.',
    words: ['One paragraph.', 'Another paragraph.']
  },
  {
    title: 'Own commands',
    example: '\\newcommand{\\field}[2][Name]{\\textbf{#1}: #2}\\field{Miller} \\field[Place]{York}',
    words: ['Name: Miller Place: York']
  },
  {
    title: 'Own commands, changed or only if unknown',
    example: '\\newcommand{\\lab}{North}\\renewcommand{\\lab}{South}\\providecommand{\\lab}{West}\\lab',
    words: ['South']
  },
  {
    title: 'Links',
    example: '\\href{https://example.org/a}{the page} and \\url{https://example.org}',
    words: ['the page and https://example.org']
  },
  {
    title: 'How links look',
    example: '\\hypersetup{colorlinks=true,urlcolor=blue}\\href{https://example.org}{blue link}',
    words: ['blue link']
  },
  {
    title: 'Numbers',
    example: '\\num{12345.678} \\num{-1.5e-3} \\num{1.234(5)} \\num{0.5}',
    words: ['12 345.678', '−1.5 × 10', '1.234(5) 0.5']
  },
  {
    title: 'Quantities',
    example: '\\qty{20.5}{\\celsius} and \\qty{3}{\\milli\\metre\\per\\second\\squared} and \\qty{50}{\\percent}',
    words: ['20.5 °C and 3 mm s', 'and 50 %']
  },
  { title: 'Units', example: '\\unit{\\kilo\\gram\\per\\cubic\\metre} or \\unit{V/m}', words: ['kg m', 'or V/m'] },
  { title: 'Ranges', example: '\\qtyrange{1}{2}{\\volt} and \\numrange{3}{4}', words: ['1 V to 2 V and 3 to 4'] },
  { title: 'Angles', example: '\\ang{45}', words: ['45°'] },
  {
    title: 'How numbers look',
    example: '\\sisetup{output-decimal-marker={,},per-mode=symbol}\\num{1.5} \\unit{\\metre\\per\\second}',
    words: ['1,5 m/s']
  },
  {
    title: 'A language',
    example: '\\selectlanguage{german}Guten Tag',
    words: ['Guten Tag'],
    preamble: '\\usepackage[english,german]{babel}'
  }
];
