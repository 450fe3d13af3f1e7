import type { RecallLine, RecordLettersBody } from '#lib/contracts/recalls.ts';

export type Letter = {
  /** Who it goes to: a customer, else the place where the instruments are, else their organization. */
  readonly to: string;
  readonly address: string | null;
  readonly lines: readonly RecallLine[];
};

/** One letter for each customer and, of the laboratory's own instruments, for each department; in the order of their names. */
export function lettersOf(lines: readonly RecallLine[]): readonly Letter[] {
  const letters = new Map<string, Letter & { readonly lines: RecallLine[] }>();
  for (const line of lines) {
    const { customer, location_name, organization_name } = line.calibration;
    const to = customer?.name ?? location_name ?? organization_name;
    const address = customer?.address ?? null;
    const key = JSON.stringify([to, address]);
    const letter = letters.get(key) ?? { to, address, lines: [] };
    letter.lines.push(line);
    letters.set(key, letter);
  }
  return [...letters.values()].sort((a, b) => a.to.localeCompare(b.to));
}

/**
 * What is recorded of letters that are printed, in parts that a request may have.
 * @param isManaged whether the printing person decides about calibrations of an organization: those of others they only read
 * @param most calibrations of a part
 */
export function recordsOf(
  letters: readonly Letter[],
  isManaged: (organizationId: string) => boolean,
  most: number
): readonly RecordLettersBody[] {
  const parts: RecordLettersBody[] = [];
  let room = 0;
  for (const { to, lines } of letters) {
    for (const { calibration } of lines.filter((line) => isManaged(line.calibration.organization_id))) {
      if (room === 0) {
        parts.push({ letters: [] });
        room = most;
      }
      const part = parts.at(-1)?.letters ?? [];
      const last = part.at(-1);
      // A letter that is split between parts is one again in the history.
      if (last?.recipient === to) last.calibration_ids.push(calibration.id);
      else part.push({ recipient: to, calibration_ids: [calibration.id] });
      room--;
    }
  }
  return parts;
}
