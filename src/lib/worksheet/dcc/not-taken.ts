/** What of a digital calibration certificate a form has no place for. */
import type { DccReading } from '#lib/contracts/dcc.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { leftColumns, type LeftInFile } from './left-columns.ts';
import { receiptDay, surroundings } from './take-conditions.ts';
import type { DccChoice, DccTaken } from './take-dcc.ts';

const ADMINISTRATIVE = '/dcc:digitalCalibrationCertificate/dcc:administrativeData';

/**
 * What stays in the file only, each with its XPath: other tables, columns and conditions without a place in the form, rows that are no
 * points, uncertainties that are not the one that counts for all points, and texts.
 */
export function notTaken(reading: DccReading, choice: DccChoice, taken: DccTaken): readonly LeftInFile[] {
  const { results, conditions, leftovers, proposals } = reading;
  const around = new Set(Object.values(surroundings(reading)).map(({ path }) => path));
  const counts = {
    path: proposals.find(({ path }) => path === choice.left)?.uncertainty_path ?? null,
    isForAll: taken.stated !== null && taken.each.length === 0
  };
  const columns = results.flatMap((result) =>
    leftColumns(result, result.path === choice.left || result.path === choice.found, counts)
  );
  const elsewhere = conditions
    .filter(({ path }) => !around.has(path))
    .map(({ path, name, value, unit_dsi }) => ({ path, text: `${name ?? ''} ${value} ${unit_dsi}`.trim() }));
  return [...columns, ...elsewhere, ...administrative(reading), ...ofItems(reading), ...leftovers];
}

function administrative(reading: DccReading): readonly LeftInFile[] {
  const { customer, laboratory, received_on, issued_on, calibrated_from, calibrated_to } = reading;
  const stated = {
    'customer/dcc:name': customer,
    'calibrationLaboratory/dcc:contact/dcc:location': laboratory.address,
    // A calibration to record has one day, the last.
    'coreData/dcc:beginPerformanceDate': calibrated_from === calibrated_to ? null : calibrated_from,
    'coreData/dcc:endPerformanceDate': isDay(calibrated_to) ? null : calibrated_to,
    'coreData/dcc:receiptDate': receiptDay(reading) === null ? received_on : null,
    'coreData/dcc:issueDate': issued_on
  };
  return Object.entries(stated).flatMap(([place, text]) =>
    text === null ? [] : [{ path: `${ADMINISTRATIVE}/dcc:${place}`, text }]
  );
}

/** The instrument has its own maker and model; name and identifications are shown, for comparing. */
const ofItems = ({ items }: DccReading): readonly LeftInFile[] =>
  items.flatMap(({ manufacturer, model }, i) => {
    const item = `${ADMINISTRATIVE}/dcc:items/dcc:item${i > 0 ? `[${i + 1}]` : ''}`;
    return [
      ...(manufacturer === null ? [] : [{ path: `${item}/dcc:manufacturer/dcc:name`, text: manufacturer }]),
      ...(model === null ? [] : [{ path: `${item}/dcc:model`, text: model }])
    ];
  });
