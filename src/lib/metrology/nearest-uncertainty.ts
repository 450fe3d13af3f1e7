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
  const { places, greatest } = distinct(measured, values);
  return (value) => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    let nearest = Infinity;
    let uncertainty = 0;
    for (const index of [low - 1, low]) {
      if (index < 0 || index >= places.length) continue;
      const distance = Math.abs((places[index] as number) - value);
      const u = greatest[index] as number;
      if (distance < nearest || (distance === nearest && u > uncertainty)) {
        nearest = distance;
        uncertainty = u;
      }
    }
    return uncertainty > 0 ? uncertainty : null;
  };
}

/** The indications in their order, each once, with the greatest of its values. */
function distinct(
  measured: Float64Array,
  values: Float64Array
): { readonly places: number[]; readonly greatest: number[] } {
  const places: number[] = [];
  const greatest: number[] = [];
  const order = Uint32Array.from(measured, (_, i) => i).sort(
    (a, b) => (measured[a] as number) - (measured[b] as number)
  );
  for (const index of order) {
    const [place, value] = [measured[index] as number, values[index] as number];
    const last = places.length - 1;
    if (place === places[last]) greatest[last] = Math.max(greatest[last] as number, value);
    else {
      places.push(place);
      greatest.push(value);
    }
  }
  return { places, greatest };
}
