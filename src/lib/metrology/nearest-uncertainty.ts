/**
 * The standard uncertainty that the points state, as a function of the indication: that of the nearest point (of two
 * equally near, the larger value). For indications between the points; null if no point states one. `values` are zero
 * for points without one.
 */
export function nearestUncertainty(
  measured: Float64Array,
  values: Float64Array | null
): (value: number) => number | null {
  if (values === null) return () => null;
  const order = Uint32Array.from(measured, (_, i) => i).sort(
    (a, b) => (measured[a] as number) - (measured[b] as number) || (values[a] as number) - (values[b] as number)
  );
  const place = (index: number): number => measured[order[index] as number] as number;
  return (value) => {
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place(middle) < value) low = middle + 1;
      else high = middle;
    }
    let nearest = Infinity;
    let uncertainty = 0;
    for (const index of [low - 1, low]) {
      if (index < 0 || index >= order.length) continue;
      const distance = Math.abs(place(index) - value);
      const u = values[order[index] as number] as number;
      if (distance < nearest || (distance === nearest && u > uncertainty)) {
        nearest = distance;
        uncertainty = u;
      }
    }
    return uncertainty > 0 ? uncertainty : null;
  };
}
