/** The number of decimals of a resolution: 0.01 → 2, 0.05 → 2, 5 → 0. */
export function decimalsOf(resolution: number): number {
  if (!(resolution > 0) || !Number.isFinite(resolution)) return 0;
  const [mantissa = '1', exponent = '0'] = Number(resolution.toPrecision(12)).toExponential().split('e');
  return Math.min(20, Math.max(0, mantissa.replace('.', '').length - 1 - Number(exponent)));
}
