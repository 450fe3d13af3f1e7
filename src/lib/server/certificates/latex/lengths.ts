/** A point of TeX (1/72.27 inch) in points of the page (1/72 inch). All lengths of the engine are the latter. */
export const PT = 72 / 72.27;

const UNITS: Readonly<Record<string, number>> = {
  pt: PT,
  bp: 1,
  mm: 72 / 25.4,
  cm: 72 / 2.54,
  in: 72,
  pc: 12 * PT,
  dd: (1238 / 1157) * PT,
  cc: (12 * 1238 * PT) / 1157,
  sp: PT / 65536
};

/** What a length may be a multiple of, at the place where it is used. */
export type LengthContext = { readonly em: number; readonly ex: number; length(name: string): number | undefined };

const LENGTH = /^([+-]?)\s*(\d+(?:[.,]\d*)?|[.,]\d+)?\s*(?:([a-z]{2})|\\([a-zA-Z]+))\s*(?:(?:plus|minus)\s.*)?$/u;

/** `2cm`, `1.5em`, `0.4\textwidth`, `-\baselineskip`; stretch (`plus 1fil`) is dropped. Undefined if it is not a length. */
export function readLength(text: string, context: LengthContext): number | undefined {
  const match = LENGTH.exec(text.replace(/true\s*(?=[a-z]{2}$)/u, '').trim());
  if (!match) return /^[+-]?0+(?:\.0*)?$/u.test(text.trim()) ? 0 : undefined;
  const [, sign, digits, unit, name] = match;
  if (digits === undefined && unit !== undefined) return undefined;
  const one =
    unit === 'em'
      ? context.em
      : unit === 'ex'
        ? context.ex
        : unit === undefined
          ? context.length(name ?? '')
          : UNITS[unit];
  if (one === undefined) return undefined;
  const length = Number((digits ?? '1').replace(',', '.')) * one * (sign === '-' ? -1 : 1);
  return Number.isFinite(length) && Math.abs(length) < 20_000 ? length : undefined;
}

/** The lengths that every document begins with. */
export const FIRST_LENGTHS: Readonly<Record<string, number>> = {
  parindent: 15 * PT,
  parskip: 0,
  tabcolsep: 6 * PT,
  arrayrulewidth: 0.4 * PT,
  LTpre: 12 * PT,
  LTpost: 12 * PT,
  fboxsep: 3 * PT,
  fboxrule: 0.4 * PT
};
