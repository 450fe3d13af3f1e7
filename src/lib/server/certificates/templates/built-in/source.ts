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
\#{ Room for the head and the foot of every page: about 75 letters fit on a line of the address, 125 on one of the notes. }
\BLOCK{assign address = laboratory.address | size | divided_by: 75 | floor}
\BLOCK{assign head = address | times: 13 | plus: 50}
\BLOCK{assign sep = 13}
\BLOCK{if certificate.is_external}
\#{ The head ends with a line of text, which reaches below its line. }
\BLOCK{assign note = printed.head[0].paragraphs[0] | size | divided_by: 110 | floor | plus: 1}
\BLOCK{assign head = note | times: 13 | plus: 16 | plus: head}
\BLOCK{assign sep = 16}
\BLOCK{endif}
\BLOCK{assign foot = printed.foot | size | divided_by: 120 | floor | times: 9}
\#{ The server lays a note over the top of copies and voided certificates. }
\BLOCK{assign top = 43}
\BLOCK{if certificate.is_copy or certificate.is_void}
\BLOCK{assign top = 63}
\BLOCK{endif}
\usepackage[left=18mm,right=18mm,top=\VAR{top}pt,headheight=\VAR{head}pt,headsep=\VAR{sep}pt,includehead,bottom=\VAR{foot | plus: 60}pt,footskip=13pt,includefoot]{geometry}

\definecolor{ink}{RGB}{18,19,17}
\definecolor{quiet}{RGB}{74,75,70}
\definecolor{faint}{RGB}{101,102,95}
\definecolor{axis}{RGB}{133,133,125}
\definecolor{hairline}{RGB}{221,220,216}
\newcommand{\quiet}[1]{{\small\textcolor{quiet}{#1}}}
\setlength{\parindent}{0pt}
\setlength{\LTleft}{0pt}
\setlength{\LTright}{0pt}
\setlength{\LTpre}{0pt}
\setlength{\LTpost}{-2pt}

\pagestyle{fancy}
\fancyhf{}
\renewcommand{\headrulewidth}{0pt}
\fancyhead[L]{\begin{minipage}[b]{\textwidth}\sffamily\raggedright\color{ink}
\BLOCK{if pictures.logo}\includegraphics{\VAR{pictures.logo}}\hspace{14pt}\BLOCK{endif}\begin{minipage}[b]{\BLOCK{if pictures.logo}0.47\BLOCK{else}0.69\BLOCK{endif}\textwidth}\raggedright
{\large\textbf{\VAR{laboratory.name}}}\par
\VAR{laboratory.address}\par
\BLOCK{if laboratory.contact}\textcolor{quiet}{\VAR{laboratory.contact}}\BLOCK{else}~\BLOCK{endif}\end{minipage}\hfill\begin{minipage}[b]{0.28\textwidth}\raggedleft
\BLOCK{assign number = printed.head[0].columns | last}
\VAR{number.paragraphs[0]}\par
{\large\textbf{\VAR{number.paragraphs[1]}}}\par
\VAR{number.paragraphs[2]}\end{minipage}\par
\rule{\textwidth}{0.6pt}
\BLOCK{if certificate.is_external}
\par\vspace{6pt}\VAR{printed.head[0].paragraphs[0]}
\BLOCK{endif}
\end{minipage}}
\fancyfoot[L]{\begin{minipage}[t]{\textwidth}\sffamily\raggedright
\textcolor{hairline}{\rule{\textwidth}{0.5pt}}\par
\vspace{3pt}
{\footnotesize\textcolor{faint}{\VAR{printed.foot}}}\end{minipage}}

\begin{document}
\sffamily\raggedright\color{ink}
\BLOCK{for section in printed.body}
\BLOCK{if section.title}
\subsubsection*{\sffamily \VAR{section.title}}
\vspace{-2pt}
\BLOCK{endif}
\BLOCK{for part in section.parts}
\BLOCK{case part.kind}
\BLOCK{when "title"}
{\huge\textbf{\VAR{part.text}}\par}
\vspace{0.5pt}
\BLOCK{when "paragraph"}
\VAR{part.text}\par
\BLOCK{when "equation"}
\vspace{3pt}
{\large \VAR{part.text}\par}
\BLOCK{when "note"}
\vspace{3pt}
{\small\textcolor{quiet}{\VAR{part.text}}\par}
\vspace{3pt}
\BLOCK{when "chart"}
\includegraphics[width=\textwidth]{\VAR{pictures.chart}}\par
\BLOCK{when "page_break"}
\newpage
\BLOCK{when "facts"}
\BLOCK{for column in part.columns}
\begin{minipage}[t]{0.481\textwidth}\renewcommand{\arraystretch}{1.65}\setlength{\tabcolsep}{0pt}\color{hairline}
\begin{tabular}[t]{p{86pt}@{\hspace{5pt}}p{146.5pt}}
\hline
\BLOCK{for fact in column.facts}
\raggedright\textcolor{quiet}{\VAR{fact.key}} & \raggedright\textcolor{ink}{\VAR{fact.value}} \tabularnewline \hline
\BLOCK{endfor}
\end{tabular}
\end{minipage}\BLOCK{unless forloop.last}\hfill\BLOCK{endunless}
\BLOCK{endfor}
\par\vspace{8pt}
\BLOCK{when "panels"}
\vspace{\BLOCK{if forloop.first}-12pt\BLOCK{else}-3pt\BLOCK{endif}}
\rule{\textwidth}{0.6pt}\par
\vspace{4pt}
\BLOCK{assign share = 0.96 | divided_by: part.columns.size}
\BLOCK{for column in part.columns}
\begin{minipage}[t]{\VAR{share}\textwidth}\raggedright
\BLOCK{for text in column.paragraphs}
\BLOCK{if forloop.index == 2}
{\Large \VAR{text}\par}
\BLOCK{else}
{\small\textcolor{quiet}{\VAR{text}}\par}
\BLOCK{endif}
\BLOCK{endfor}
\end{minipage}\BLOCK{unless forloop.last}\hfill\BLOCK{endunless}
\BLOCK{endfor}
\par\vspace{3pt}
\rule{\textwidth}{0.6pt}\par
\vspace{8pt}
\BLOCK{when "table"}
{\vspace{\BLOCK{if forloop.first}-1pt\BLOCK{else}4pt\BLOCK{endif}}\renewcommand{\arraystretch}{1.35}\setlength{\tabcolsep}{2pt}
\begin{longtable}{@{\extracolsep{\fill}}\VAR{part.table.wrapped}@{}}
\toprule[0.6pt] \addlinespace[-4pt]
\#{ A head of two rows has groups in the first, with a line below each, and names that take both rows. }
\BLOCK{if part.table.head.size > 1}
\BLOCK{for cell in part.table.head[0].cells}\BLOCK{if cell.rows > 1}\BLOCK{if cell.lines.size > 1}\quiet{\VAR{cell.lines[0]}}\BLOCK{endif}\BLOCK{else}\multicolumn{\VAR{cell.columns}}{c}{\quiet{\VAR{cell.text}}}\BLOCK{endif}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-4pt]
\BLOCK{assign from = 1}
\BLOCK{for cell in part.table.head[0].cells}
\BLOCK{assign to = from | plus: cell.columns | minus: 1}
\BLOCK{if cell.rows == 1}
\cmidrule(l{4pt}){\VAR{from}-\VAR{to}}
\BLOCK{endif}
\BLOCK{assign from = to | plus: 1}
\BLOCK{endfor}
\BLOCK{for cell in part.table.head[0].cells}\BLOCK{if cell.rows > 1}\quiet{\VAR{cell.lines | last}} & \BLOCK{endif}\BLOCK{endfor}\BLOCK{for cell in part.table.head[1].cells}\quiet{\VAR{cell.text}}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-3pt]
\BLOCK{else}
\BLOCK{for cell in part.table.head[0].cells}\quiet{\VAR{cell.text}}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline[-3pt]
\BLOCK{endif}
\midrule[0.5pt] \addlinespace[-2pt]
\endhead
\BLOCK{for row in part.table.rows}
\BLOCK{if row.rule_above}
\midrule[0.5pt]
\BLOCK{endif}
\BLOCK{for cell in row.cells}\BLOCK{if cell.columns > 1}\multicolumn{\VAR{cell.columns}}{@{}l}{\BLOCK{endif}\BLOCK{if cell.bold}\textbf{\VAR{cell.text}}\BLOCK{else}\VAR{cell.text}\BLOCK{endif}\BLOCK{if cell.columns > 1}}\BLOCK{endif}\BLOCK{unless forloop.last} & \BLOCK{endunless}\BLOCK{endfor} \tabularnewline
\BLOCK{endfor}
\bottomrule[0.6pt]
\end{longtable}}
\BLOCK{when "closing"}
\vspace{12pt}
\vspace*{\fill}
\begin{minipage}[b]{0.39\textwidth}\raggedright
\quiet{\VAR{part.columns[0].paragraphs[0]}}\par
\vspace{-7pt}
\rule{\textwidth}{0.6pt}\par
\VAR{part.columns[0].paragraphs[1]}\par
\VAR{part.columns[0].paragraphs[2]}\par
\quiet{\VAR{part.columns[0].paragraphs[3]}}\end{minipage}\hfill\includegraphics[width=0.39\textwidth]{\VAR{pictures.signature}}\hfill\begin{minipage}[b]{64pt}\centering
\includegraphics[width=64pt]{\VAR{pictures.qr}}\par
{\small \VAR{part.columns[2].paragraphs[0]}}\end{minipage}
\BLOCK{endcase}
\BLOCK{endfor}
\BLOCK{endfor}
\end{document}
`;
