// cspell:ignore newlength settoheight
/**
 * The built-in certificate as a template: a start for templates, and proof that the values suffice. It prints the same words as
 * `../../render-certificate.ts` by either engine, with nothing but what texlive-latex-base and -recommended have.
 */
export const BUILT_IN_TEMPLATE = String.raw`\#{ The built-in certificate as a template. printed.body has its sections one after another; to change their order
   or leave one out, loop over printed.identity, printed.results, printed.conformity and so on instead. }
\documentclass[10pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern,textcomp,array,booktabs,longtable,graphicx,xcolor,fancyhdr,lastpage}
\#{ Head and foot have the room that they have in the built-in certificate. The server lays a note over the top of copies and of
   voided certificates, which is empty there: the head is at the foot of its room. }
\BLOCK{assign sep = 5.5}
\BLOCK{if certificate.is_external}
\#{ Its head ends with a line of text, which reaches below its line. }
\BLOCK{assign sep = 10.6}
\BLOCK{endif}

\definecolor{ink}{RGB}{18,19,17}
\definecolor{quiet}{RGB}{74,75,70}
\definecolor{faint}{RGB}{101,102,95}
\definecolor{axis}{RGB}{133,133,125}
\definecolor{hairline}{RGB}{221,220,216}
\#{ The sizes and lines of the built-in certificate: of text, of names in the head, of rows of tables, of notes and of the foot. }
\newcommand{\body}{\fontsize{9.819pt}{13.1pt}\selectfont}
\newcommand{\larger}{\fontsize{12.765pt}{14.55pt}\selectfont}
\newcommand{\rows}{\fontsize{9.819pt}{11.74pt}\selectfont}
\newcommand{\note}{\fontsize{8.946pt}{11.93pt}\selectfont}
\newcommand{\foot}{\fontsize{8.291pt}{11.06pt}\selectfont}
\newcommand{\quiet}[1]{{\note\textcolor{quiet}{#1}}}
\setlength{\parindent}{0pt}
\setlength{\LTleft}{0pt}
\setlength{\LTright}{0pt}
\setlength{\LTpre}{0pt}
\setlength{\LTpost}{0pt}
\widowpenalty=10000 \clubpenalty=10000

\#{ The head, as wide as the text. It has the height that its own lines take, and no less than in the built-in certificate. }
\newcommand{\head}{\rule{0pt}{\VAR{printed.head_height | minus: sep}bp}\begin{minipage}[b]{174mm}\sffamily\body\raggedright\color{ink}
\BLOCK{if pictures.logo}\includegraphics{\VAR{pictures.logo}}\hspace{14pt}\BLOCK{endif}\begin{minipage}[b]{\BLOCK{if pictures.logo}0.75\BLOCK{else}1\BLOCK{endif}\textwidth}\begin{minipage}[t]{\BLOCK{if pictures.logo}0.62\BLOCK{else}0.69\BLOCK{endif}\textwidth}\raggedright
{\larger\textbf{\VAR{laboratory.name}}}\par
\VAR{laboratory.address}\BLOCK{if laboratory.contact}\par
\textcolor{quiet}{\VAR{laboratory.contact}}\BLOCK{endif}\end{minipage}\hfill\begin{minipage}[t]{\BLOCK{if pictures.logo}0.36\BLOCK{else}0.28\BLOCK{endif}\textwidth}\raggedleft
\BLOCK{assign number = printed.head[0].columns | last}
\VAR{number.paragraphs[0]}\par
{\larger\textbf{\VAR{number.paragraphs[1]}}\par}
\VAR{number.paragraphs[2]}\end{minipage}\par
\rule{0pt}{0pt}\end{minipage}\par
\rule{\textwidth}{0.6pt}
\BLOCK{if certificate.is_external}
\par\vspace{1pt}\VAR{printed.head[0].paragraphs[0]}
\BLOCK{endif}
\end{minipage}}
\newlength{\headroom}
\settoheight{\headroom}{\head}
\usepackage[left=18mm,right=18mm,top=15mm,headheight=\headroom,headsep=\VAR{sep}bp,includehead,bottom=\VAR{printed.foot_height | plus: 19.8}bp,footskip=11.4bp,includefoot]{geometry}

\pagestyle{fancy}
\fancyhf{}
\renewcommand{\headrulewidth}{0pt}
\fancyhead[L]{\head}
\fancyfoot[L]{\begin{minipage}[t]{\textwidth}\sffamily\raggedright
\textcolor{hairline}{\rule{\textwidth}{0.5pt}}\par
\vspace{3pt}
{\foot\textcolor{faint}{\VAR{printed.foot}}\par}\end{minipage}}

\begin{document}
\sffamily\body\raggedright\color{ink}
\BLOCK{for section in printed.body}
\BLOCK{if section.title}
\subsubsection*{\sffamily \VAR{section.title}}
\vspace{-3pt}
\BLOCK{endif}
\BLOCK{for part in section.parts}
\BLOCK{case part.kind}
\BLOCK{when "title"}
{\huge\rule{0pt}{18pt}\textbf{\VAR{part.text}}\par}
\vspace{-0.9pt}
\BLOCK{when "paragraph"}
\BLOCK{unless section.title}
\vspace{8.7pt}
\BLOCK{endunless}
\VAR{part.text}\par
\BLOCK{when "equation"}
\vspace{2pt}
{\large \VAR{part.text}\par}
\BLOCK{when "note"}
\vspace{3pt}
\BLOCK{if part.kept}
\parbox[b]{\textwidth}{\raggedright\note\textcolor{quiet}{\VAR{part.text}}}\par\nopagebreak
\BLOCK{else}
{\note\textcolor{quiet}{\VAR{part.text}}\par}
\BLOCK{endif}
\BLOCK{when "chart"}
\vspace{2pt}
\includegraphics[width=\textwidth]{\VAR{part.picture}}\par
\BLOCK{when "page_break"}
\newpage
\BLOCK{when "facts"}
\BLOCK{for column in part.columns}
\begin{minipage}[t]{0.477\textwidth}\renewcommand{\arraystretch}{1.521}\setlength{\tabcolsep}{0pt}\color{hairline}
\begin{tabular}[t]{p{86bp}@{\hspace{6bp}}p{143.2bp}}
\hline
\BLOCK{for fact in column.facts}
\raggedright\textcolor{quiet}{\VAR{fact.key}} & \raggedright\textcolor{ink}{\VAR{fact.value}} \tabularnewline \hline
\BLOCK{endfor}
\end{tabular}
\end{minipage}\BLOCK{unless forloop.last}\hfill\BLOCK{endunless}
\BLOCK{endfor}
\par\vspace{0.8pt}
\BLOCK{when "panels"}
\vspace{\BLOCK{if forloop.first}-10.2pt\BLOCK{else}0.3pt\BLOCK{endif}}
\rule{\textwidth}{0.6pt}\par\nopagebreak
\vspace{0.7pt}
\BLOCK{assign gaps = part.columns.size | minus: 1 | times: 0.0446}
\BLOCK{assign share = 1 | minus: gaps | divided_by: part.columns.size}
\BLOCK{for column in part.columns}
\begin{minipage}[t]{\VAR{share}\textwidth}\raggedright
\BLOCK{for text in column.paragraphs}
\BLOCK{if forloop.index == 2}
{\fontsize{15.71pt}{17.1pt}\selectfont \VAR{text}\par}
\BLOCK{else}
{\fontsize{8.946pt}{12.4pt}\selectfont\textcolor{quiet}{\VAR{text}}\par}
\BLOCK{endif}
\BLOCK{endfor}
\end{minipage}\BLOCK{unless forloop.last}\hfill\BLOCK{endunless}
\BLOCK{endfor}
\par\nopagebreak
\vspace{3pt}
\rule{\textwidth}{0.6pt}\par
\BLOCK{unless forloop.last}
\vspace{6.2pt}
\BLOCK{endunless}
\BLOCK{when "table"}
{\rows\vspace{\BLOCK{if forloop.first == false}6.5pt\BLOCK{elsif part.kept}0pt\BLOCK{elsif part.table.head.size > 1}2pt\BLOCK{else}2.9pt\BLOCK{endif}}\renewcommand{\arraystretch}{\VAR{part.table.stretch}}\setlength{\tabcolsep}{2pt}\setlength{\arrayrulewidth}{0.6pt}
\BLOCK{if part.kept}
\begin{tabular}[b]{@{}\VAR{part.table.wrapped}@{}}
\BLOCK{else}
\begin{longtable}{@{}\VAR{part.table.wrapped}@{}}
\BLOCK{endif}
\toprule[0.6pt] \addlinespace[-1.2pt]
\#{ A head of two rows has groups in the first, with a line below each, and names that take both rows. }
\BLOCK{if part.table.head.size > 1}
\BLOCK{for cell in part.table.head[0].cells}\BLOCK{if cell.rows > 1}\BLOCK{if cell.lines.size > 1}\quiet{\VAR{cell.lines[0]}}\BLOCK{endif}\BLOCK{else}\multicolumn{\VAR{cell.columns}}{c}{\quiet{\VAR{cell.text}}}\BLOCK{endif}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-3pt]
\BLOCK{assign from = 1}
\BLOCK{for cell in part.table.head[0].cells}
\BLOCK{assign to = from | plus: cell.columns | minus: 1}
\BLOCK{if cell.rows == 1}
\cmidrule(l{4pt}){\VAR{from}-\VAR{to}}
\BLOCK{endif}
\BLOCK{assign from = to | plus: 1}
\BLOCK{endfor}
\addlinespace[-1.7pt]
\BLOCK{for cell in part.table.head[0].cells}\BLOCK{if cell.rows > 1}\quiet{\VAR{cell.lines | last}} & \BLOCK{endif}\BLOCK{endfor}\BLOCK{for cell in part.table.head[1].cells}\quiet{\VAR{cell.text}}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-3pt]
\BLOCK{else}
\BLOCK{for cell in part.table.head[0].cells}\quiet{\VAR{cell.text}}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-3pt]
\BLOCK{endif}
\midrule[0.5pt] \addlinespace[0.8pt]
\BLOCK{unless part.kept}
\endhead
\#{ The last row of a page has its whole height, as those above it; without a line the space would not count. }
\addlinespace[5pt] \midrule[0pt]
\endfoot
\addlinespace[0pt]
\endlastfoot
\BLOCK{endunless}
\BLOCK{for row in part.table.rows}
\BLOCK{if row.rule_above}
\hline \addlinespace[-0.6pt]
\BLOCK{endif}
\BLOCK{for cell in row.cells}\BLOCK{if cell.columns > 1}\multicolumn{\VAR{cell.columns}}{@{}l}{\BLOCK{endif}\BLOCK{if cell.bold}\textbf{\VAR{cell.text}}\BLOCK{else}\VAR{cell.text}\BLOCK{endif}\BLOCK{if cell.columns > 1}}\BLOCK{endif}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline
\BLOCK{endfor}
\hline \addlinespace[\BLOCK{if part.kept}2.2pt\BLOCK{elsif forloop.last}-4pt\BLOCK{else}-1.8pt\BLOCK{endif}]
\BLOCK{if part.kept}
\end{tabular}\par\nopagebreak}
\BLOCK{else}
\end{longtable}}
\BLOCK{endif}
\BLOCK{when "closing"}
\vspace{12pt}
\vspace*{\fill}
\begin{minipage}[b]{0.39\textwidth}\raggedright
\quiet{\VAR{part.columns[0].paragraphs[0]}}\par
\vspace{-9.4pt}
\rule{\textwidth}{0.6pt}\par
\VAR{part.columns[0].paragraphs[1]}\par
\VAR{part.columns[0].paragraphs[2]}\par
{\note\textcolor{quiet}{\VAR{part.columns[0].paragraphs[3]}}\par}\end{minipage}\hfill\includegraphics[width=0.39\textwidth]{\VAR{pictures.signature}}\hfill\begin{minipage}[b]{64pt}\centering
\includegraphics[width=64pt]{\VAR{pictures.qr}}\par
{\note \VAR{part.columns[2].paragraphs[0]}\par}\end{minipage}\par
\vspace*{0pt}
\BLOCK{endcase}
\BLOCK{endfor}
\BLOCK{endfor}
\end{document}
`;
