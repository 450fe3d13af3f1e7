import type { Translate } from '#lib/i18n/translate.ts';
import type { CsvWords } from './calibrations-csv.ts';

type Names = {
  readonly channelNames: ReadonlyMap<string, string>;
  readonly placeNames: ReadonlyMap<string, string>;
};

/** The words of the table for spreadsheets in the reader's language. */
export function csvWords(say: Translate, { channelNames, placeNames }: Names): CsvWords {
  const heads = [
    ...['calibration.list.asset', 'assets.column.name', 'calibration.list.channel', 'calibration.list.version'],
    ...['calibration.condition.kind', 'calibration.condition.date', 'calibration.condition.due'],
    ...['calibration.expanded_uncertainty', 'calibration.list.unit', 'verdict.as_found'],
    ...['verdict.after_correction', 'calibration.list.certificate', 'calibration.list.certificate_state.label'],
    ...['calibration.condition.lab', 'calibration.list.lab_certificate', 'calibration.condition.location'],
    ...['calibration.list.recorded_by', 'common.received', 'common.voided']
  ];
  return {
    heads: heads.map((key) => say(key)),
    channelName: ({ channel_id }) => (channel_id === null ? '' : (channelNames.get(channel_id) ?? '')),
    placeName: ({ calibration_location_id: place }) => (place === null ? '' : (placeNames.get(place) ?? '')),
    verdict: (verdict) => (verdict === null ? '' : say(`verdict.${verdict}`)),
    kind: (kind) => say(`calibration.condition.${kind}`),
    certificateState: ({ certificate }) =>
      certificate === null ? '' : say(`calibration.list.certificate_state.${certificate.state}`),
    voided: ({ voided }) => (voided === null ? '' : (voided.reason ?? say('common.voided')))
  };
}
