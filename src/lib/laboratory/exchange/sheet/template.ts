import type { Language } from '#lib/contracts/primitives.ts';
import { cellText, type Cell } from './cell.ts';
import { TEMPLATE } from './headings.ts';
import { TEMPLATE_WORDS } from './template-words.ts';

/** A table to fill in: what may be in each column, its heading, and an example. */
export type SheetTemplate = {
  readonly name: string;
  readonly hints: readonly string[];
  readonly headings: readonly string[];
  readonly example: readonly Cell[];
  /** Which column has the unit, and which ones are often used. */
  readonly units: { readonly column: number; readonly common: readonly string[] };
};

const COMMON_UNITS =
  '°C,K,%RH,%,mm,µm,m,g,kg,N,N·m,mbar,bar,Pa,kPa,MPa,mV,V,mA,A,Ω,kΩ,Hz,s,min,l/min,m³/h,m/s,pH,rpm'.split(',');

export function templateOf(language: Language): SheetTemplate {
  const { sheet, columns } = TEMPLATE_WORDS[language];
  const words = new Map(columns.map(([field, hint, example]) => [field, { hint, example }]));
  const fields = TEMPLATE[language].map(([field]) => field);
  return {
    name: sheet,
    hints: fields.map((field) => words.get(field)?.hint ?? ''),
    headings: TEMPLATE[language].map(([, heading]) => heading),
    example: fields.map((field) => words.get(field)?.example ?? ''),
    units: { column: fields.indexOf('unit'), common: COMMON_UNITS }
  };
}

const EXAMPLES = new Set(
  Object.values(TEMPLATE_WORDS).map(({ columns }) => {
    const of = (wanted: string) => cellText(columns.find(([field]) => field === wanted)?.[2]);
    return keyOf(of('asset_id'), of('name'));
  })
);

/** Whether a row is the example of a template, which nobody means to import. */
export const isExample = (assetId: Cell | undefined, name: Cell | undefined): boolean =>
  EXAMPLES.has(keyOf(cellText(assetId), cellText(name)));

function keyOf(assetId: string, name: string): string {
  return `${assetId.trim().toLowerCase()}\n${name.trim().toLowerCase()}`;
}
