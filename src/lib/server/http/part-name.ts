/** One parameter of a header: a text in quotation marks may contain what would otherwise end it. */
const PARAMETER = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/y;
const DISPOSITION = /^content-disposition[ \t]*:[^;"]*/i;

/** `name`: '' where there is none; `fileName`: as the person knows it. */
export type PartNames = { readonly name: string; readonly fileName: string | null };

/**
 * The names of a part of a form, which only its `Content-Disposition` gives: other headers have a `name` too, and the name of a
 * file may contain anything. That of a package serves answers, and refuses file names as browsers send them.
 */
export function partNames(headers: string): PartNames {
  const line = headers.split('\r\n').find((header) => DISPOSITION.test(header)) ?? '';
  const parameters = parametersOf(line);
  const fileName = parameters.get('filename');
  return { name: parameters.get('name') ?? '', fileName: fileName === undefined ? null : unescaped(fileName) };
}

function parametersOf(line: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = DISPOSITION.exec(line)?.[0].length ?? 0;
  for (let found = PARAMETER.exec(line); found !== null; found = PARAMETER.exec(line)) {
    const name = found[1]?.toLowerCase() ?? '';
    if (!parameters.has(name)) parameters.set(name, found[2] ?? found[3]?.trim() ?? '');
  }
  return parameters;
}

/** Browsers escape quotation marks and line ends as %22, %0D and %0A, others with a backslash. */
const unescaped = (text: string): string =>
  text.replace(/\\(["\\])|%(22|0D|0A)/gi, (_, marked: string | undefined, code: string) =>
    marked === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : marked
  );
