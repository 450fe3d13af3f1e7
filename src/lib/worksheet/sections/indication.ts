/** The resolution of the instrument, and the number of readings averaged. */
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import { numberText } from '../typed/number-text.ts';
import { measuringOf, type Section } from './section.ts';

export type IndicationFields = {
  readonly resolution: string;
  readonly count_resolution: boolean;
  readonly readings_averaged: string;
};

type Asked = Pick<UncertaintyRequest, keyof IndicationFields>;

export const indication: Section<IndicationFields, Asked> = {
  begin: (subject) => ({
    resolution: numberText(measuringOf(subject).resolution),
    count_resolution: false,
    readings_averaged: '1'
  }),
  toRequest: ({ resolution, count_resolution, readings_averaged }, reader) => {
    const averaged = reader.number('readings_averaged', readings_averaged, { whole: true, min: 1, max: 1_000_000 });
    return defined({
      resolution: reader.number('resolution', resolution, { min: 0 }),
      count_resolution: count_resolution ? true : undefined,
      readings_averaged: averaged === 1 ? undefined : averaged
    });
  },
  fromRequest: (asked) => ({
    resolution: numberText(asked.resolution),
    count_resolution: asked.count_resolution ?? false,
    readings_averaged: String(asked.readings_averaged ?? 1)
  })
};
