/** A named value as it is typed. */
export type NamedValue = { key: string; value: string; unit: string };

const isEmpty = (row: NamedValue): boolean => [row.key, row.value, row.unit].every((text) => text.trim() === '');

/** What is sent of the rows: those that were left empty are none. */
export const namedValuesOf = (rows: readonly NamedValue[]) =>
  rows
    .filter((row) => !isEmpty(row))
    .map(({ key, value, unit }) => ({ key: key.trim(), value: value.trim(), unit: unit.trim() || null }));

/** Fields that a row needs, by their names; a row that was left empty needs none. */
export const missingInNamedValues = (rows: readonly NamedValue[], name: string): readonly string[] =>
  rows.flatMap((row, i) =>
    isEmpty(row)
      ? []
      : (['key', 'value'] as const).filter((of) => row[of].trim() === '').map((of) => `${name}.${i}.${of}`)
  );
