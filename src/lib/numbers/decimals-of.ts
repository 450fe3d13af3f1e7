/** The number of decimals of a resolution: 0.01 → 2, 0.05 → 2, 5 → 0. */
export function decimalsOf(resolution: number): number {
  if (!(resolution > 0) || !Number.isFinite(resolution)) return 0;
  const [mantissa = '1', exponent = '0'] = Number(resolution.toPrecision(12)).toExponential().split('e');
  return Math.min(20, Math.max(0, mantissa.replace('.', '').length - 1 - Number(exponent)));
}

/** The number of decimals with which a number is written out: 0.05 → 2, 1e-7 → 7, 20 → 0. */
export function decimalsIn(value: number): number {
  const [mantissa = '', power = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(power));
}
