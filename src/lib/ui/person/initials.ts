/** What stands where a person has no picture, or it cannot be loaded: first letters of the first and the last name. */
export function initialsOf(fullName: string): string {
  const words = fullName.split(/[\s.]+/u).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
