type Spot = readonly [x: number, y: number];

const text = ([x, y]: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The path of a line through the spots; nothing for none. */
export function linePath(spots: readonly Spot[]): string {
  return spots.length === 0 ? '' : `M${spots.map(text).join('L')}`;
}

/** The path of an area between an upper and a lower edge, both from left to right. */
export function bandPath(upper: readonly Spot[], lower: readonly Spot[]): string {
  return upper.length === 0 ? '' : `${linePath([...upper, ...[...lower].reverse()])}Z`;
}
