/** What \sisetup decides about numbers and units. */
export type NumberLook = {
  /** Null: that of the certificate's language. */
  readonly decimal: string | null;
  readonly group: string;
  readonly groupMinimum: number;
  readonly per: 'power' | 'symbol';
  /** Null: the word of the certificate's language. */
  readonly range: string | null;
};

export const FIRST_NUMBERS: NumberLook = {
  decimal: null,
  group: '\u202f',
  groupMinimum: 5,
  per: 'power',
  range: null
};
