/** Trials saved with the calibration; run on saving, not at every keystroke. */
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import type { Section } from './section.ts';

export type MonteCarloFields = {
  readonly monte_carlo: { readonly wanted: boolean; readonly trials: string; readonly seed: string };
};

export const monteCarlo: Section<MonteCarloFields, Pick<UncertaintyRequest, 'monte_carlo'>> = {
  begin: () => ({ monte_carlo: { wanted: false, trials: 'adaptive', seed: '1' } }),
  toRequest: ({ monte_carlo: { wanted, trials, seed } }, reader) => {
    if (!wanted) return {};
    const bounds = { required: true, whole: true };
    const drawn =
      trials === 'adaptive' ? trials : reader.number('monte_carlo.trials', trials, { ...bounds, min: 1000, max: 1e7 });
    const from = reader.number('monte_carlo.seed', seed, { ...bounds, min: 0, max: Number.MAX_SAFE_INTEGER });
    return drawn === undefined || from === undefined ? {} : { monte_carlo: { trials: drawn, seed: from } };
  },
  fromRequest: ({ monte_carlo: asked }, { monte_carlo: base }) => ({
    monte_carlo:
      asked === undefined
        ? { ...base, wanted: false }
        : { wanted: true, trials: String(asked.trials), seed: String(asked.seed) }
  })
};
