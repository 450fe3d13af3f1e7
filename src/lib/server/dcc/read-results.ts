import type { DccColumn, DccProposal, DccReading, DccResult } from '#lib/contracts/dcc.ts';
import { convertedDifference, unitConversion } from '#lib/laboratory/dcc/convert-unit.ts';
import { decimalsIn } from '#lib/numbers/decimals-of.ts';
import { numbersOf, textIn, type Read } from './quantity-values.ts';
import { at, childrenOf, everyOwn, textAt, type XmlElement } from './xml-tree.ts';

const COLUMNS: Readonly<Record<string, DccColumn['column']>> = {
  basic_referenceValue: 'reference',
  basic_measuredValue: 'indication',
  basic_measurementError: 'error',
  plumbline_correctedValue: 'corrected'
};

/** Every table of every result: the quantities that stand together, each a column. */
export function readResults(root: XmlElement, languages: readonly string[], read: Read): readonly DccResult[] {
  const results = childrenOf(at(root, 'measurementResults'), 'measurementResult');
  return results.flatMap((measurement) =>
    childrenOf(at(measurement, 'results'), 'result').flatMap((result) => {
      const name = textIn(at(result, 'name'), languages, read);
      return tablesOf(at(result, 'data')).map((table): DccResult => ({
        path: table.path,
        name,
        adjustment: adjustmentOf(table, measurement, read),
        columns: childrenOf(table, 'quantity').flatMap((quantity) => columnOf(quantity, languages, read) ?? [])
      }));
    })
  );
}

/** The data itself and each list in it, however deep, that has quantities of its own. */
function tablesOf(data: XmlElement | null): readonly XmlElement[] {
  if (data === null) return [];
  const tables: XmlElement[] = [];
  const visit = (place: XmlElement) => {
    if (childrenOf(place, 'quantity').length > 0) tables.push(place);
    childrenOf(place, 'list').forEach(visit);
  };
  visit(data);
  return tables;
}

function columnOf(quantity: XmlElement, languages: readonly string[], read: Read): DccColumn | null {
  const numbers = numbersOf(quantity, read);
  if (numbers === null) return null;
  const types = (quantity.attributes.get('refType') ?? '').split(/\s+/u).filter(Boolean);
  const column = types.map((type) => COLUMNS[type]).find((one) => one !== undefined) ?? 'other';
  return {
    path: quantity.path,
    name: textIn(at(quantity, 'name'), languages, read),
    ref_types: types,
    column,
    ...numbers
  };
}

/** Stated with the table, or for the whole measurement. */
function adjustmentOf(table: XmlElement, measurement: XmlElement, read: Read): DccResult['adjustment'] {
  for (const place of [table, measurement]) {
    for (const condition of childrenOf(at(place, 'influenceConditions'), 'influenceCondition')) {
      const status = textAt(condition, 'status');
      if (status === null) continue;
      const element = at(condition, 'status');
      if (element) read(element);
      return status.startsWith('before') ? 'before' : 'after';
    }
  }
  return null;
}

/** The surroundings that are single values. */
export function readConditions(root: XmlElement, languages: readonly string[], read: Read): DccReading['conditions'] {
  const results = childrenOf(root, 'measurementResults')[0];
  const stated = results ? everyOwn(results, 'influenceConditions') : [];
  const all = stated.flatMap((conditions) => childrenOf(conditions, 'influenceCondition'));
  return all.flatMap((condition) => {
    const name = textIn(at(condition, 'name'), languages, read);
    const quantities = everyOwn(condition, 'quantity');
    return quantities.flatMap((quantity) => {
      const numbers = numbersOf(quantity, () => undefined);
      const [value] = numbers?.values ?? [];
      if (numbers?.values.length !== 1 || value === null || value === undefined || numbers.uncertainty) return [];
      numbersOf(quantity, read);
      const own = textIn(at(quantity, 'name'), languages, read);
      return [{ path: quantity.path, name: own ?? name, value, unit: numbers.unit, unit_dsi: numbers.unit_dsi }];
    });
  });
}

/**
 * The points that a calibration would take from a result: reference value and indication, of which one may follow from
 * the error; U and k are those of the error, else of the indication, the reference value or the corrected value.
 */
export function proposalOf({ path, columns }: DccResult): DccProposal | null {
  const of = (kind: DccColumn['column']) => columns.find(({ column }) => column === kind);
  const [stated, indicated, error] = [of('reference'), of('indication'), of('error')];
  const reference = stated ?? (indicated && error && following(indicated, error, -1));
  const indication = indicated ?? (stated && error && following(stated, error, 1));
  if (!reference || !indication || reference.values.length !== indication.values.length) return null;
  const isSame = reference.values.length === error?.values.length;
  const source = [isSame ? error : undefined, indication, reference, of('corrected')].find((one) => one?.uncertainty);
  const uncertainty = source?.uncertainty;
  const points = reference.values.flatMap((value, index) => {
    const measured = indication.values[index];
    if (value === null || measured === null || measured === undefined) return [];
    const expanded_uncertainty = uncertainty?.values[index] ?? null;
    const coverage_factor = uncertainty?.k[index] ?? null;
    return [{ reference: value, measured, expanded_uncertainty, coverage_factor }];
  });
  return {
    path,
    unit: reference.unit,
    measured_unit: indication.unit,
    uncertainty_path: source?.path ?? null,
    uncertainty_unit: source?.unit ?? null,
    points
  };
}

/** A column plus or minus the error, in the unit of the column; null if their units do not fit. */
function following(column: DccColumn, error: DccColumn, sign: 1 | -1): DccColumn | null {
  const conversion = column.unit === null || error.unit === null ? null : unitConversion(error.unit, column.unit);
  if (conversion === null || column.values.length !== error.values.length) return null;
  const values = column.values.map((value, index) => {
    const by = error.values[index];
    return value === null || by === null || by === undefined
      ? null
      : sumOf(value, sign * convertedDifference(by, conversion));
  });
  return { ...column, values, uncertainty: null };
}

/** Without the digits that only the binary sum adds. */
const sumOf = (a: number, b: number): number =>
  Number((a + b).toFixed(Math.min(100, Math.max(decimalsIn(a), decimalsIn(b)))));
