/** The fewest digits that read back as the same number; also of −0, which `String` writes as 0. */
export const spellExact = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** The same without a power of ten, for a number between 0 and 1: 0.0000001. */
export function spellPlain(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`;
}
