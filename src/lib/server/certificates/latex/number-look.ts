/** What \sisetup decides about numbers and units. */
export class NumberLook {
  /** Null: that of the certificate's language. */
  decimal: string | null = null;
  group = '\u202f';
  groupMinimum = 5;
  per: 'power' | 'symbol' | 'fraction' = 'power';
  range: string | null = null;
}
