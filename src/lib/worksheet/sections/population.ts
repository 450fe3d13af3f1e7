/** Instruments like this one, for the risk of the procedure: the share in tolerance in percent, errors in the unit. */
import type { ConformityRequest } from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import { numberText } from '../typed/number-text.ts';
import { percentText, readPercent } from '../typed/percent.ts';
import type { Section } from './section.ts';

/** By what a population of instruments is known, if at all. */
export const POPULATION_BY = ['none', 'share', 'deviation'] as const;

export type PopulationFields = {
  readonly population: {
    readonly by: (typeof POPULATION_BY)[number];
    readonly share: string;
    readonly deviation: string;
    readonly mean: string;
  };
};

export const population: Section<PopulationFields, Pick<ConformityRequest, 'population'>> = {
  begin: () => ({ population: { by: 'none', share: '95', deviation: '', mean: '' } }),
  toRequest: ({ population: { by, share, deviation, mean } }, reader) => {
    if (by === 'none') return {};
    return {
      population: defined({
        mean: reader.number('population.mean', mean),
        in_tolerance: by === 'share' ? readPercent(reader, 'population.share', share) : undefined,
        standard_deviation:
          by === 'deviation'
            ? reader.number('population.deviation', deviation, { required: true, above: 0 })
            : undefined
      })
    };
  },
  fromRequest: ({ population: asked }, { population: base }) => {
    if (asked === undefined) return { population: { ...base, by: 'none' } };
    return {
      population: {
        by: asked.in_tolerance === undefined ? 'deviation' : 'share',
        share: percentText(asked.in_tolerance) ?? base.share,
        deviation: numberText(asked.standard_deviation),
        mean: numberText(asked.mean)
      }
    };
  }
};
