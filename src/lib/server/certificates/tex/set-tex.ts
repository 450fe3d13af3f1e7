// cspell:ignore ifhmode jobname ifundefined
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatexFacts } from '../latex/facts.ts';
import { LatexError, latexFault } from '../latex/faults.ts';
import { LIMITS } from '../latex/limits.ts';
import type { FaultCode, FaultValues } from '../template-faults.ts';
import type { PaintedDocument } from '../layout/paint.ts';
import { declaredCharacters } from './characters.ts';
import type { TexProgram } from './find-tex.ts';
import { finishPdf } from './finish-pdf.ts';
import { TEX_LIMITS } from './limits.ts';
import { pictureFiles } from './picture-files.ts';
import { faultOfLog } from './read-log.ts';
import { outputOf, runTex, type TexRun } from './run-tex.ts';
import { inTexFolder, startNextPass, type TexFolder } from './tex-folder.ts';

/** The file that TeX is given: what the server adds, then the source, whose lines keep their numbers. */
const MAIN = 'plumbline.tex';
/** The number of pages is known in the second pass. */
const PASSES = 2;

/**
 * Sets a LaTeX document with an installed TeX: an unsigned PDF. All of LaTeX is possible, but no program, no file besides TeX's
 * packages, and no more than `TEX_LIMITS`.
 * @param limits seconds for all passes, and pages
 * @throws LatexError with the line of the source
 */
export async function setTex(
  source: string,
  facts: LatexFacts,
  tex: TexProgram,
  {
    seconds = TEX_LIMITS.seconds,
    mostPages = LIMITS.pages
  }: { readonly seconds?: number; readonly mostPages?: number } = {}
): Promise<PaintedDocument> {
  const files = new Map<string, string | Uint8Array>(await pictureFiles(facts));
  files.set(MAIN, mainFile(tex));
  files.set('certificate.tex', source.endsWith('\n') ? source : `${source}\n`);
  const made = await inTexFolder(files, (folder, signal) =>
    allPasses(folder, tex, { source, madeAt: facts.createdAt, within: seconds, signal })
  );
  const painted = await finishPdf(made, facts, tex.version).catch((fault: unknown) => {
    // The library's own errors say nothing to authors.
    const isOwn = fault instanceof TypeError || fault instanceof RangeError;
    throw faulty('tex_unsound', { said: fault instanceof Error && !isOwn ? fault.message : 'it cannot be read' });
  });
  if (painted.pageCount > mostPages) throw faulty('too_many_pages', { most: mostPages });
  return painted;
}

async function allPasses(
  folder: TexFolder,
  tex: TexProgram,
  {
    source,
    within,
    ...run
  }: { readonly source: string; readonly madeAt: Date; readonly within: number; readonly signal: AbortSignal }
): Promise<Uint8Array> {
  const end = Date.now() + 1000 * within;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const seconds = Math.ceil((end - Date.now()) / 1000);
    if (seconds < 1 || run.signal.aborted) throw tooLong(within);
    if (pass > 0) await startNextPass(folder);
    check(await runTex(tex, folder, MAIN, { seconds, ...run }), source, within);
  }
  const pdf = join(folder.made, outputOf(tex, MAIN));
  const found = await stat(pdf).catch(() => null);
  if (!found?.isFile() || found.size === 0) throw faulty('tex_empty');
  if (found.size > TEX_LIMITS.fileBytes) throw tooLarge();
  return new Uint8Array(await readFile(pdf));
}

function check({ code, isLate, refused, output }: TexRun, source: string, within: number): void {
  if (refused !== null) throw faulty('tex_says', { said: refused });
  if (code === 0) return;
  if (isLate) throw tooLong(within);
  if (/File size limit|XFSZ|fwrite\(\) failed/u.test(output) || code === 153) throw tooLarge();
  throw new LatexError([faultOfLog(output, source)]);
}

const faulty = (code: FaultCode, values?: FaultValues): LatexError =>
  new LatexError([latexFault(1, null, code, values)]);
const tooLong = (seconds: number) => faulty('tex_slow', { most: seconds });
const tooLarge = () => faulty('tex_large', { most: TEX_LIMITS.fileBytes / 1024 ** 2 });

/** LaTeX's package `lastpage` is not among those that are always there. */
const LAST_PAGE = String.raw`\IfFileExists{lastpage.sty}{}{%
  \@namedef{ver@lastpage.sty}{9999/01/01}%
  \AtEndDocument{\clearpage\addtocounter{page}{-1}%
    \immediate\write\@auxout{\string\newlabel{LastPage}{{}{\thepage}{}{}{}}}\addtocounter{page}{1}}}`;
/** The first letters of LaTeX have no degree sign but as a bitmap that a program would make; these look the same and have it. */
const LETTERS = String.raw`\IfFileExists{lmodern.sty}{\RequirePackage{lmodern}}{}`;
/** Letters of fonts have their characters, so that text can be copied and searched. */
const SEARCHABLE = String.raw`\IfFileExists{glyphtounicode.tex}{\input{glyphtounicode}\pdfgentounicode=1 }{}`;
/** The name that documents and packages see: in that of what TeX makes they could write nothing. */
const NAME = String.raw`\edef\jobname{\detokenize{plumbline}}%
\@ifundefined{c_sys_jobname_str}{}{\expandafter\let\csname c_sys_jobname_str\endcsname\jobname}`;
/** Equal sources give equal files. */
const SAME = String.raw`\pdftrailerid{}\pdfsuppressptexinfo=-1 \pdfinfoomitdate=1 \pdfminorversion=7 `;

/** Where a line may end within a long word, as in characters.ts, for programs that read Unicode themselves. */
const BREAKS = String.raw`\catcode"200B=\active \protected\def^^^^200b{\ifhmode\penalty301\relax\fi}`;

function mainFile({ name }: TexProgram): string {
  const isPdflatex = name === 'pdflatex';
  return [
    '\\makeatletter',
    NAME,
    ...(isPdflatex ? [SAME, SEARCHABLE, LETTERS, declaredCharacters()] : [BREAKS]),
    LAST_PAGE,
    '\\makeatother',
    '\\input{certificate.tex}',
    ''
  ].join('\n');
}
