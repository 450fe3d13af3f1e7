import type { TolerancePart, ValueKind } from '#lib/metrology/types.ts';
import { cellText, type Cell } from './cell.ts';
import { NUMBER, readNumber, type Decimals } from './read-number.ts';

export type ReadTolerance =
  | { readonly parts: readonly TolerancePart[]; readonly unit: string | null }
  | { readonly code: 'tolerance_invalid' | 'number_ambiguous' };

/** Of the reading, if nothing else is said. */
const OF_SPAN =
  /^%\s*(of\s+|vom?\s+|v\.?\s*|de\s+(la\s+|l’|l')?|del?\s+)?(the\s+)?(f\.?s\.?(d\.?)?|full[\s-]?scale|span|range|e\.?w\.?|e\.?|endwert(es)?|mb|messbereich(s|es)?|spanne|étendue|etendue|pleine échelle|p\.?e\.?|e\.?m\.?|rango|fondo de escala|f\.?e\.?|fe)$/i;
const OF_READING =
  /^%(\s*(of\s+|vom?\s+|v\.?\s*|de\s+(la\s+|l’|l')?|del?\s+)?(the\s+)?(r\.?d\.?g\.?|reading|m\.?v\.?|value|m\.?w\.?|m\.?|messwert(es)?|anzeige|lecture|lect\.?|l\.?|valeur|lectura|valor))?$/i;
const TERM = new RegExp(`^(${NUMBER})\\s*(.{0,40})$`);
const TWO_SIDED = new RegExp(`^\\+\\s*(${NUMBER})\\s*(.{0,20}?)\\s*[/;]\\s*-\\s*(${NUMBER})\\s*(.{0,20})$`);

function meaningOf(rest: string): { readonly kind: ValueKind; readonly unit: string | null } | null {
  const text = rest.trim();
  if (OF_READING.test(text)) return { kind: 'percent_of_reading', unit: null };
  if (OF_SPAN.test(text)) return { kind: 'percent_of_span', unit: null };
  return text.includes('%') || text.length > 32 ? null : { kind: 'absolute', unit: text || null };
}

/** Reads `±0.5 %`, `0.1 + 0.05 %`, `±(0.1 °C + 0.05 % FS)`, `+0.2/-0.1 mm`. Numbers without a unit are in that of the asset. */
export function readTolerance(cell: Cell, decimals: Decimals): ReadTolerance {
  const text = cellText(cell)
    .trim()
    .replace(/[−–—]/g, '-')
    .replace(/^(tol\.?|toleranz|≤|<=|max\.?)\s*/i, '');
  const sided = TWO_SIDED.exec(text);
  if (sided !== null) return twoSided(sided, decimals);
  const inner = /^(?:±|\+\/?-)?\s*\((.*)\)\s*([^()]*)$/.exec(text);
  const terms = (inner ? `${inner[1] ?? ''} ${inner[2] ?? ''}` : text.replace(/^(?:±|\+\/?-)\s*/, ''))
    .split(/\s*(?<![eE])\+\s*(?:±\s*)?/)
    .map((term) => term.trim().replace(/^±\s*/, ''));
  const parts: TolerancePart[] = [];
  let unit: string | null = null;
  for (const term of terms) {
    const found = TERM.exec(term);
    const number = readNumber(found?.[1] ?? '', decimals);
    const meaning = meaningOf(found?.[2] ?? '');
    if ('code' in number) return { code: number.code === 'number_ambiguous' ? number.code : 'tolerance_invalid' };
    if (found === null || meaning === null || number.value < 0) return { code: 'tolerance_invalid' };
    if (meaning.unit !== null && unit !== null && meaning.unit !== unit) return { code: 'tolerance_invalid' };
    unit ??= meaning.unit;
    parts.push({ kind: meaning.kind, lower: 0 - number.value, upper: number.value });
  }
  return parts.length <= 10 ? { parts, unit } : { code: 'tolerance_invalid' };
}

function twoSided(
  [, above = '', aboveRest = '', below = '', belowRest = '']: RegExpExecArray,
  decimals: Decimals
): ReadTolerance {
  const [upper, lower] = [readNumber(above, decimals), readNumber(below, decimals)];
  const meaning = meaningOf(belowRest.trim() === '' ? aboveRest : belowRest);
  if ('code' in upper || 'code' in lower || meaning === null) return { code: 'tolerance_invalid' };
  return { parts: [{ kind: meaning.kind, lower: 0 - lower.value, upper: upper.value }], unit: meaning.unit };
}
