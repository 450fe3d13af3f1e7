import { latexFault, type LatexFault } from '../latex/faults.ts';

const SOURCE = 'certificate.tex';
const AT_LINE = /^(?:\.\/)?([\w.-]+\.tex):(\d+): (.*)$/u;
/** Lines of TeX's own explanation after the fault. */
const CONTEXT = /^l\.(\d+)\s?(.*)$/u;
const MOST_LETTERS = 300;

/** The first fault of a run, at its line of the source; TeX stops there. @param source to know how many lines it has */
export function faultOfLog(output: string, source: string): LatexFault {
  const last = source.split('\n').length;
  const inSource = (line: number) => (line >= 1 && line <= last ? line : 1);
  const lines = output.split('\n');
  const at = lines.findIndex((line) => AT_LINE.test(line) || /^! |^!pdfTeX error:/u.test(line));
  if (at < 0) return latexFault(inSource(lastLine(lines)), null, 'tex_silent');
  const [, file, number, stated = ''] = AT_LINE.exec(lines[at] ?? '') ?? [];
  const message = (stated || (lines[at] ?? '').replace(/^! ?/u, '')).trim();
  const more = lines.slice(at + 1, at + 3).find((line) => /^\s{2,}\S/u.test(line) && message.includes('Unicode'));
  const context = lines.slice(at + 1, at + 15).find((line) => CONTEXT.test(line));
  const [, contextLine, before = ''] = CONTEXT.exec(context ?? '') ?? [];
  const line = file === SOURCE ? Number(number) : Number(contextLine ?? lastLine(lines));
  const command = /(\\[a-zA-Z@]+|\\.)\s*$/u.exec(before)?.[1] ?? null;
  const named =
    command !== null && message.startsWith('Undefined control sequence') ? `${message} ${command}` : message;
  const said = `${named}${more ? ` ${more.trim()}` : ''}`.replace(/\s+/gu, ' ').slice(0, MOST_LETTERS);
  return latexFault(inSource(line), command, 'tex_says', { said: said.replace(/\.$/u, '') });
}

/** Where TeX last was, if it says so. */
function lastLine(lines: readonly string[]): number {
  const found = lines.findLast((line) => /(?:on input line|at lines?|l\.)\s*\d+/u.test(line));
  return Number(/(?:on input line|at lines?|l\.)\s*(\d+)/u.exec(found ?? '')?.[1] ?? 1);
}
