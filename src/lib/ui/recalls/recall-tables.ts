import type { Recall, RecallLine } from '#lib/contracts/recalls.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { RECALL_CLASSES } from '#lib/records/recall.ts';
import type { ListTable } from '../table/list-table.ts';

type Figures = RecallLine['recorded'];

/** The calibrations concerned with what was stated, what is true and what was decided last, for spreadsheets. */
export function recallLinesTable(lines: readonly RecallLine[], say: Translate): ListTable {
  const verdictOf = (figures: Figures) => {
    const verdict = figures?.as_left ?? figures?.as_found ?? null;
    return verdict === null ? null : say(`verdict.${verdict}`);
  };
  const valuesOf = (figures: Figures) => [
    ...[figures?.error ?? null, figures?.expanded_uncertainty ?? null, verdictOf(figures), figures?.risk ?? null]
  ];
  const figures = ['error', 'uncertainty', 'verdict', 'risk'];
  const headsOf = (when: 'recorded' | 'again') =>
    figures.map((figure) => `${say(`recall.${when}`)} ${say(`recall.csv.${figure}`)}`);
  return {
    heads: [
      ...['assets.column.asset', 'assets.column.name', 'recall.csv.version', 'recall.csv.date'].map((key) => say(key)),
      ...['certificate', 'customer', 'location', 'organization', 'depth', 'class'].map((key) =>
        say(`recall.csv.${key}`)
      ),
      ...headsOf('recorded'),
      ...headsOf('again'),
      ...['recall.csv.unit', 'recall.csv.obstacle', 'recall.decision', 'recall.decision_reason'].map((key) => say(key))
    ],
    rows: lines.map(({ calibration, depth, class: found, recorded, again, obstacle, disposition, decisions }) => [
      ...[calibration.asset.asset_id, calibration.asset.name, calibration.version, calibration.calibration_date],
      ...[calibration.certificate_number, calibration.customer?.name ?? null, calibration.location_name],
      ...[calibration.organization_name, depth, say(`recall.class.${found}`)],
      ...valuesOf(recorded),
      ...valuesOf(again),
      calibration.unit,
      obstacle && say(`recall.obstacle.${obstacle}`),
      disposition && say(`recall.disposition.${disposition}`),
      decisions[0]?.reason ?? null
    ])
  };
}

/** Recalls with how many calibrations became what, for spreadsheets. */
export const recallsTable = (recalls: readonly Recall[], say: Translate): ListTable => ({
  heads: [
    ...['assets.column.asset', 'assets.column.name', 'recall.csv.version', 'recall.csv.date'].map((key) => say(key)),
    ...['cause', 'started', 'started_by'].map((key) => say(`recall.csv.${key}`)),
    ...RECALL_CLASSES.map((one) => say(`recall.class.${one}`)),
    say('recall.csv.open')
  ],
  rows: recalls.map(({ calibration, cause, started_at, started_by, counts }) => [
    ...[calibration.asset.asset_id, calibration.asset.name, calibration.version, calibration.calibration_date],
    ...[say(`recall.cause_short.${cause}`), started_at, started_by.full_name],
    ...RECALL_CLASSES.map((one) => counts[one]),
    counts.open
  ])
});
