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
  const all = letters.flatMap(({ to, lines }) =>
    lines
      .filter(({ calibration }) => isManaged(calibration.organization_id))
      .map(({ calibration }) => ({ calibration_id: calibration.id, recipient: to }))
  );
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => ({
    letters: all.slice(part * most, (part + 1) * most)
  }));
}
