/**
 * Whether 1 + d_1 y + … + d_m y^m (m ≤ 3) vanishes between two readings: a rational curve has a pole there and is
 * useless as a correction, however well it passes through the points. Checks the ends and the extrema in between.
 */
export function hasPole(denominator: readonly number[], low: number, high: number): boolean {
  const [a = 0, b = 0, c = 0] = denominator;
  const value = (y: number): number => 1 + y * (a + y * (b + y * c));
  const places = [low, high];
  for (const y of extrema(a, b, c)) if (y > low && y < high) places.push(y);
  const sign = Math.sign(value(low));
  return sign === 0 || places.some((y) => Math.sign(value(y)) !== sign);
}

/** Roots of a + 2by + 3cy². */
function extrema(a: number, b: number, c: number): number[] {
  if (c === 0) return b === 0 ? [] : [-a / (2 * b)];
  const discriminant = b * b - 3 * a * c;
  if (discriminant < 0) return [];
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  return [q / (3 * c), a / q].filter(Number.isFinite);
}
