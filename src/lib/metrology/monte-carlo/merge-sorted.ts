/** One rising array from rising ones without NaN; as sorting all their numbers would give. An empty list gives none. */
export function mergeSorted(parts: readonly Float64Array[]): Float64Array {
  let level = parts;
  while (level.length > 1) {
    const next: Float64Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [a, b] = [level[i], level[i + 1]];
      if (a !== undefined) next.push(b === undefined ? a : mergeTwo(a, b));
    }
    level = next;
  }
  return level[0] ?? new Float64Array(0);
}

function mergeTwo(a: Float64Array, b: Float64Array): Float64Array {
  const merged = new Float64Array(a.length + b.length);
  let i = 0;
  let j = 0;
  let at = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left <= right) {
      merged[at++] = left;
      i++;
    } else {
      merged[at++] = right;
      j++;
    }
  }
  merged.set(i < a.length ? a.subarray(i) : b.subarray(j), at);
  return merged;
}
