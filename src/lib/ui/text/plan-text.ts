import type { NominalPlan } from '#lib/records/nominal-plan.ts';
import { formatPlain } from '../number-input/format-number.ts';

const ARROWS = { up: ' ↑', down: ' ↓' } as const;

/** The points of a plan on one line: `0 % ↑ ×2, 50 % ↑, 4.5 bar`. */
export const planText = ({ unit, points }: NominalPlan, language: string): string =>
  points
    .map(({ nominal, kind, direction, repeats }) => {
      const of = kind === 'percent_of_span' ? '\u202f%' : unit ? `\u202f${unit}` : '';
      return `${formatPlain(nominal, language)}${of}${direction ? ARROWS[direction] : ''}${repeats > 1 ? ` ×${repeats}` : ''}`;
    })
    .join(', ');
