/** A list of instruments as it grows over years in many hands: each row is right, doubtful, or wrong in one known way. */

type Truth = { readonly max: number; readonly unit: string; readonly date: string; readonly place: string };
export type DirtySheet = {
  readonly text: string;
  /** Rows that no program can read without asking. */
  readonly wrong: number;
  /** What each asset is in truth, by its identifier. */
  readonly truth: ReadonlyMap<string, Truth>;
  /** Units that were mistyped, by the identifier of the row: it arrives as it was typed, and the report says which unit is near. */
  readonly mistyped: ReadonlyMap<string, string>;
  /** Identifiers in the order of the rows. */
  readonly ids: readonly string[];
};

const HEADS = ['Gage ID', 'Gage Description', 'Manufacturer', 'Model', 'S/N', 'Location', 'Measuring range', 'UOM', 'Resolution', 'Tolerance', 'Cal Interval', 'Last Cal Date', 'Cert No.', 'Cal Lab', 'Row']; // prettier-ignore
const UNITS = [['bar', 'bar'], ['°C', 'degC'], ['mm', 'MM'], ['Ω', 'Ohm'], ['N·m', 'N.m'], ['µm', 'um']] as const; // prettier-ignore
const SLIPS = [['bar', 'barr'], ['bar', 'bra'], ['mm', 'mmm'], ['mbar', 'mbsr']] as const; // prettier-ignore
/** Locations that the laboratory has: some rows name others, mistyped, and all name halls that are not there yet. */
export const KNOWN_PLACES = Array.from({ length: 5 }, (_, i) => `Works ${i}`);
const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const pad = (n: number) => String(n).padStart(2, '0');

/** @param seed of the same seed come the same rows */
export function dirtySheet(count: number, seed: number): DirtySheet {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const truth = new Map<string, Truth>();
  const mistyped = new Map<string, string>();
  const ids: string[] = [];
  const lines = [HEADS.map(quoted).join(',')];
  let wrong = 0;
  for (let i = 0; i < count; i++) {
    const id = `D-${pad(i)}`;
    const works = next(5);
    const hall = `Hall ${next(9)}`;
    const [unit = '', written = ''] = UNITS[next(UNITS.length)] ?? [];
    const max = 1 + next(900) + 0.5;
    const [year, month, date] = [2020 + next(6), 1 + next(12), 1 + next(28)];
    const comma = next(2) === 0;
    const number = (n: number) => (comma ? String(n).replace('.', ',') : String(n));
    const order = next(3);
    const days = [
      `${year}-${pad(month)}-${pad(date)}`,
      `${pad(date)}.${pad(month)}.${year}`,
      `${date} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][month - 1] ?? ''} ${year}`
    ];
    const cells = [
      id, `Instrument ${i}, "${written}"`, next(4) === 0 ? 'n/a' : 'Maker & Söhne', `M-${next(50)}`, `${next(1e6)}`,
      `Works ${works} / ${hall}`, `0 - ${number(max)}`, next(2) === 0 ? written : unit, comma ? '0,01' : '0.01',
      comma ? '0,1 + 0,05 %' : '±0.5 %', next(2) === 0 ? '12 months' : '1 Jahr', days[order] ?? '', `C-${i}`, 'PTB', String(i)
    ]; // prettier-ignore
    const faults: readonly (() => void)[] = [
      () => (cells[0] = ids[0] ?? ''),
      () => (cells[0] = ''),
      () => (cells[0] = `D ${pad(i)}`),
      () => (cells[1] = '-'),
      () => (cells[6] = 'see manual'),
      () => (cells[9] = 'class 1'),
      () => (cells[10] = '12'),
      () => (cells[11] = `${pad((date % 12) + 1)}/${pad(((date + 5) % 12) + 1)}/${year}`),
      () => (cells[11] = '31/02/2024'),
      () => (cells[11] = '2031-01-01'),
      () => (cells[8] = '#REF!'),
      () => (cells[7] = 'mbar" x'.repeat(20))
    ];
    const isWrong = i > 0 && next(20) === 0;
    if (isWrong) {
      faults[next(faults.length)]?.();
      wrong++;
    }
    let [stored, site] = [unit as string, `Works ${works}`];
    const doubt = isWrong ? null : next(20);
    if (doubt === 0) {
      const [meant, slip] = SLIPS[next(SLIPS.length)] ?? SLIPS[0];
      mistyped.set(id, meant);
      cells[7] = stored = slip;
    } else if (doubt === 1) {
      site = `Wroks ${works}`;
      cells[5] = `${site} / ${hall}`;
    }
    ids.push(id);
    const place = `${site} / ${hall}`;
    truth.set(id, { max, unit: stored, date: days[0] ?? '', place });
    lines.push(cells.map(quoted).join(','));
  }
  return { text: `${lines.join('\r\n')}\r\n`, wrong, truth, mistyped, ids };
}

/** The refused rows, as somebody corrects them who knows the instruments. */
export function mended(rows: readonly (readonly string[])[], { truth, ids }: DirtySheet): string {
  const [heads = [], ...body] = rows;
  const corrected = body.map((given) => {
    const cells = [...given];
    const id = ids[Number(cells[14])] ?? '';
    const { max, unit, date } = truth.get(id) ?? { max: 0, unit: '', date: '', place: '' };
    cells.splice(0, 2, id, 'Corrected');
    cells.splice(6, 6, `0…${max}`, unit, '0.01', '±0.5 %', '12 months', date);
    return cells;
  });
  return `\uFEFF${[heads, ...corrected].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}
