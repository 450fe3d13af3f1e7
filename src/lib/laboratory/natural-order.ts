/**
 * The order of names in which numbers count by their value and case does not count: TT-2 before TT-10. The tables are read when
 * something is first compared: a start from a saved list sorts nothing, and a slow device waits for them.
 * @param locale whose alphabet; that of the runtime where none is given
 */
export function naturalOrder(locale?: string): (a: string, b: string) => number {
  let collator: Intl.Collator | null = null;
  return (a, b) => (collator ??= new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })).compare(a, b);
}
