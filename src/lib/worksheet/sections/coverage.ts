/** The coverage probability, and how k is determined from it. */
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import { percentText, readPercent } from '../typed/percent.ts';
import type { Section } from './section.ts';

export type CoverageFields = {
  readonly coverage: {
    readonly by: 'p' | 'k';
    readonly percent: string;
    readonly k: string;
    /** Whether k comes from the convolution of one or two dominant rectangles. */
    readonly dominant: boolean;
    /** Whether effective degrees of freedom are truncated to integers. */
    readonly truncate: boolean;
  };
};

type Asked = Pick<UncertaintyRequest, 'coverage_probability' | 'coverage_factor' | 'coverage_method' | 'dof_rounding'>;

export const coverage: Section<CoverageFields, Asked> = {
  begin: () => ({ coverage: { by: 'p', percent: '95.45', k: '2', dominant: false, truncate: false } }),
  toRequest: ({ coverage: typed }, reader) => {
    const dof_rounding = typed.truncate ? ('truncate' as const) : undefined;
    if (typed.by === 'k') {
      const coverage_factor = reader.number('coverage', typed.k, { required: true, above: 0 });
      return defined({ coverage_factor, dof_rounding });
    }
    return defined({
      coverage_probability: readPercent(reader, 'coverage', typed.percent),
      coverage_method: typed.dominant ? ('ea_dominant' as const) : undefined,
      dof_rounding
    });
  },
  fromRequest: (asked, { coverage: base }) => ({
    coverage: {
      by: asked.coverage_factor === undefined ? 'p' : 'k',
      percent: percentText(asked.coverage_probability) ?? base.percent,
      k: asked.coverage_factor === undefined ? base.k : String(asked.coverage_factor),
      dominant: asked.coverage_method === 'ea_dominant',
      truncate: asked.dof_rounding === 'truncate'
    }
  }),
  takeUp: (stored, fresh) => ({ coverage: { ...fresh.coverage, ...stored.coverage } })
};
