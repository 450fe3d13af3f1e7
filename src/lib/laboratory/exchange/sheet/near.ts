/**
 * The known text that differs from a given one by one slip: a letter too many, too few, another one, or two exchanged. Texts of
 * fewer than three letters have none: every short text is near to some other.
 */
export function nearestOf(text: string, known: Iterable<string>): string | null {
  if (text.length < 3) return null;
  const wanted = text.toLowerCase();
  for (const one of known) if (isOneSlip(wanted, one.toLowerCase())) return one;
  return null;
}

function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (a.length > b.length) return restA.slice(1) === restB;
  if (b.length > a.length) return restB.slice(1) === restA;
  return (
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
