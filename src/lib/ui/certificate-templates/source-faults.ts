/** What the server found wrong in a template's source. */

/** At a line of the source, from 1, in words. */
export type SourceFault = { readonly line: number; readonly message: string };

type Issue = {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type?: string;
  readonly context?: Readonly<Record<string, string>>;
};
/** As the API answers: structural, so that any error object fits. */
type Refused = { readonly issues?: readonly Issue[] };

/** @returns the words of a fault by its code, null for a code that this version does not know */
export type SayFault = (code: string, values: Readonly<Record<string, string>>) => string | null;

const LINE = /^line (\d+)$/;
const CODE = /^template\.(\w+)$/;

/** The faults with a line in a refusal (`loc ["body", "source", "line 12"]`), by line; none for any other error. */
export function sourceFaults(error: unknown, say: SayFault): readonly SourceFault[] {
  if (!(error instanceof Error)) return [];
  const faults: SourceFault[] = [];
  for (const { loc, msg, type = '', context = {} } of (error as Refused).issues ?? []) {
    const line = loc[1] === 'source' ? LINE.exec(loc[2] ?? '')?.[1] : undefined;
    const code = CODE.exec(type)?.[1];
    const words = code === undefined ? null : say(code, context);
    if (line !== undefined) faults.push({ line: Number(line), message: words ?? msg });
  }
  return faults.toSorted((a, b) => a.line - b.line);
}
