/** How many different values there are, counted up to `enough`; stops there, so the cost is bounded. */
export function countDistinct(values: Float64Array, enough: number): number {
  const seen: number[] = [];
  for (const value of values) {
    if (seen.includes(value)) continue;
    seen.push(value);
    if (seen.length >= enough) break;
  }
  return seen.length;
}
