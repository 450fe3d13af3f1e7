/** What the server found wrong in a template's source. */

/** At a line of the source, from 1. */
export type SourceFault = { readonly line: number; readonly message: string };

/** As the API answers: structural, so that any error object fits. */
type Refused = { readonly issues?: readonly { readonly loc: readonly string[]; readonly msg: string }[] };

const LINE = /^line (\d+)$/;

/** The faults with a line in a refusal (`loc ["body", "source", "line 12"]`), by line; none for any other error. */
export function sourceFaults(error: unknown): readonly SourceFault[] {
  if (!(error instanceof Error)) return [];
  const faults: SourceFault[] = [];
  for (const { loc, msg } of (error as Refused).issues ?? []) {
    const line = loc[1] === 'source' ? LINE.exec(loc[2] ?? '')?.[1] : undefined;
    if (line !== undefined) faults.push({ line: Number(line), message: msg });
  }
  return faults.toSorted((a, b) => a.line - b.line);
}
