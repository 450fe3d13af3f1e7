/**
 * The default prefix of an organization's certificate numbers: the initials of its name (up to four), or the
 * first three letters of a single word; `CAL` if the name has no Latin letter or digit.
 */
export function certificatePrefixOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const words = plain.split(/[^A-Z0-9]+/).filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return 'CAL';
  return words.length === 1
    ? first.slice(0, 3)
    : words
        .slice(0, 4)
        .map((word) => word.slice(0, 1))
        .join('');
}
