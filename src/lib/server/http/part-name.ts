/** One parameter of a header: a text in quotation marks may contain what would otherwise end it. */
const PARAMETER = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/y;
const DISPOSITION = /^content-disposition[ \t]*:[^;"]*/i;

/**
 * The name of a part of a form, which only its `Content-Disposition` gives: other headers have a `name` too, and the name of a
 * file may contain anything. That of a package serves answers, and refuses file names as browsers send them.
 * @returns '' where there is none
 */
export function partName(headers: string): string {
  for (const line of headers.split('\r\n')) {
    const start = DISPOSITION.exec(line)?.[0].length;
    if (start === undefined) continue;
    PARAMETER.lastIndex = start;
    for (let found = PARAMETER.exec(line); found !== null; found = PARAMETER.exec(line)) {
      if (found[1]?.toLowerCase() === 'name') return found[2] ?? found[3]?.trim() ?? '';
    }
    return '';
  }
  return '';
}
