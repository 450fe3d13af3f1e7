/**
 * Orders names with numbers by value, ignoring case: TT-2 before TT-10. The collation tables are loaded at the first
 * comparison, because they are slow and a start from a saved list sorts nothing. @param locale the default is that of
 * the runtime
 */
export function naturalOrder(locale?: string): (a: string, b: string) => number {
  let collator: Intl.Collator | null = null;
  return (a, b) => (collator ??= new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })).compare(a, b);
}
