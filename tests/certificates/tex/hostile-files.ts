// cspell:ignore ifeof endlinechar SELFAUTOPARENT TEXMFDOTDIR TEXINPUTS TEXMFOUTPUT
import { inDocument } from '../latex/hostile-sources.ts';

/** Prints the first line of a file, whatever letters are in its name and in it. */
const lineOf = (name: string) =>
  `\\newread\\r \\catcode36=12 \\openin\\r=${name} \\ifeof\\r nothing\\else\\endlinechar-1 \\catcode0=12 \\readline\\r to\\x \\x\\fi`;

/** Writes a file of these lines. */
const written = (name: string, ...lines: readonly string[]) =>
  [
    `\\newwrite\\f\\immediate\\openout\\f=${name} `,
    ...lines.map((line) => `\\immediate\\write\\f{${line.replaceAll('$', '\\string$')}}`),
    '\\immediate\\closeout\\f '
  ].join('');

/** Settings for all that runs after the first pass. */
const settings = (...lines: readonly string[]) => written('texmf.cnf', ...lines);
const packagesAnd = (path: string) => `.;${path};$TEXMF/tex/{latex,generic,}//`;

/** Names that kpathsea makes paths of only after it has judged them. */
export const EXPANDED_NAMES: Readonly<Record<string, (path: string) => string>> = {
  'a variable for the highest folder': (path) => inDocument(lineOf(`$SELFAUTOPARENT${path}.tex`)),
  'the same in braces': (path) => inDocument(lineOf(`\${SELFAUTOPARENT}${path}.tex`)),
  'a variable for this folder, twice': (path) =>
    inDocument(lineOf(`${'$TEXMFDOTDIR$TEXMFDOTDIR/'.repeat(12)}${path.slice(1)}.tex`)),
  'the size of a file': (path) => inDocument(`\\catcode36=12 SIZE:\\pdffilesize{$SELFAUTOPARENT${path}.tex}:`),
  'the bytes of a file': (path) => inDocument(`\\catcode36=12 \\pdffiledump length 40 {$SELFAUTOPARENT${path}.tex}`),
  'an object of a file': (path) =>
    inDocument(`\\catcode36=12 \\immediate\\pdfobj stream file {$SELFAUTOPARENT${path}.tex}a`),
  'an encoding of letters': (path) =>
    inDocument(`\\catcode36=12 \\pdfmapline{=cmr9 CMR9 <[$SELFAUTOPARENT${path}.enc <cmr9.pfb}\\font\\x=cmr9 \\x a`)
};

/** What the first pass can leave for the second one, to read a file in a folder, or in that of a process. */
export const LEFT_TO_READ: Readonly<Record<string, (folder: string, process: string) => string>> = {
  'a path for LaTeX': (folder) =>
    inDocument(settings(`TEXINPUTS.pdflatex = ${packagesAnd(folder)}`) + lineOf('secret.tex')),
  'a path for all programs': (folder) =>
    inDocument(settings(`TEXINPUTS = ${packagesAnd(folder)}`) + lineOf('secret.tex')),
  'another name for this folder': (folder) => inDocument(settings(`TEXMFDOTDIR = ${folder}`) + lineOf('secret.tex')),
  'a folder for what is made': (folder) =>
    inDocument(settings(`TEXMFOUTPUT = ${folder}`) + lineOf(`${folder}/secret.tex`)),
  'leave to read everything': (folder) =>
    inDocument(settings('openin_any = a', 'openin_any.pdflatex = a') + lineOf(`${folder}/secret.tex`)),
  'leave to run everything': (folder) =>
    inDocument(settings('shell_escape = t') + `\\input{|"cat ${folder}/secret.tex"}`),
  'a path to what a process knows': (_, process) =>
    inDocument(settings(`TEXINPUTS.pdflatex = ${packagesAnd(process)}`) + lineOf('environ')),
  'a path to pictures': (folder) =>
    inDocument(
      `${settings(`TEXINPUTS.pdflatex = ${packagesAnd(folder)}`)}\\includegraphics{secret}`,
      '\\usepackage{graphicx}'
    )
};

/** The same, to write a file in a folder. */
export const LEFT_TO_WRITE: Readonly<Record<string, (folder: string) => string>> = {
  'writes elsewhere by a folder for what is made': (folder) =>
    inDocument(
      settings(`TEXMFOUTPUT = ${folder}`) +
        `\\IfFileExists{second.aux}{${written(`${folder}/owned.tex`, 'x')}}{}${written('second.aux')}x`
    ),
  'writes elsewhere by leave to write everything': (folder) =>
    inDocument(
      settings('openout_any = a', 'openout_any.pdflatex = a') +
        `\\IfFileExists{second.aux}{${written(`${folder}/owned.tex`, 'x')}}{}${written('second.aux')}x`
    ),
  'writes elsewhere by a name that would become a path': (folder) =>
    inDocument(
      `\\catcode36=12 \\newwrite\\f\\immediate\\openout\\f=$SELFAUTOPARENT${folder}/owned.tex \\immediate\\write\\f{x}`
    )
};
