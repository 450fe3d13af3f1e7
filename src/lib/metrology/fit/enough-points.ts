import { AnalysisRefusal } from '../refusal.ts';
import { countDistinct } from './distinct.ts';
import type { FitData } from './fit-data.ts';
import type { LinearModel } from './linear-model.ts';

/** Refuses too few points, or too few different ones, for the number of coefficients. */
export function checkEnough(data: FitData, shape: LinearModel): void {
  if (data.count < shape.size) {
    const message = `A curve with ${shape.size} coefficients needs at least ${shape.size} points; there are ${data.count}.`;
    throw new AnalysisRefusal('too_few_points', ['points'], message);
  }
  if (shape.terms === 'slope' && data.measured.every((y) => y === 0)) {
    throw new AnalysisRefusal('equal_measured', ['points'], 'All measured values are zero: no slope can be found.');
  }
  const needed = shape.terms === 'slope' ? 1 : shape.size;
  const distinct = countDistinct(data.measured, needed);
  if (distinct < needed) {
    throw new AnalysisRefusal(
      'equal_measured',
      ['points'],
      `This curve needs ${needed} different measured values; there ${distinct === 1 ? 'is' : 'are'} only ${distinct}.`
    );
  }
}
