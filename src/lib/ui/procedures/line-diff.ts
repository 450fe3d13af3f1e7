/** The lines of two texts beside each other: what stayed, what went and what came. */
export type DiffLine = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string };

/** Beyond this, finding the fewest changes takes longer than anybody waits: then everything between the same ends has changed. */
const MOST_CELLS = 4_000_000;

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, head).map(same),
    ...between(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same)
  ];
}

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: 'gone', text });
  const fresh = (text: string): DiffLine => ({ kind: 'new', text });
  if (a.length * b.length > MOST_CELLS) return [...a.map(gone), ...b.map(fresh)];
  const width = b.length + 1;
  // The longest common part of what is left of both, from the ends.
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) lines.push(gone(a[i++] ?? ''));
    else lines.push(fresh(b[j++] ?? ''));
  }
  return lines;
}
