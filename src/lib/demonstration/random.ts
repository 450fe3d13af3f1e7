/** Seeded numbers, so that every demonstration laboratory is the same (mulberry32, Tommy Ettinger, public domain). */
export type Random = { uniform(): number; normal(): number; between(low: number, high: number): number };

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // Sum of twelve uniforms: near enough to normal for a demonstration, and free of logarithms.
  const normal = (): number => Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6);
  return { uniform, normal, between: (low, high) => low + (high - low) * uniform() };
}
