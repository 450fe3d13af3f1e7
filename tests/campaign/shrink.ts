import type { Plan } from './plan.ts';

/** Shorter than this is as good as at once. */
const SHORTEST_MS = 50;

/** Plans that have a little less than this one, what takes away most first. */
function* smaller(plan: Plan): Generator<Plan> {
  if (plan.tablet) yield { ...plan, tablet: false };
  for (const when of ['during', 'before'] as const) {
    if (plan[when].some((count) => count > 0)) yield { ...plan, [when]: plan[when].map(() => 0) };
  }
  if (plan.callers > 0) yield { ...plan, callers: 0, answers: 0 };
  for (const when of ['during', 'before'] as const) {
    for (const [place, count] of plan[when].entries()) {
      for (const fewer of count > 1 ? [0, 1] : count > 0 ? [0] : [])
        yield { ...plan, [when]: plan[when].with(place, fewer) };
    }
  }
  for (const answers of halves(plan.answers)) yield { ...plan, answers };
  for (const lastsMs of halves(plan.lastsMs, SHORTEST_MS)) yield { ...plan, lastsMs };
  if (plan.callers > 1) yield { ...plan, callers: 1 };
}

/** Nothing, and half of it. */
const halves = (of: number, least = 1): readonly number[] =>
  of === 0 ? [] : [0, ...(of / 2 >= least ? [Math.floor(of / 2)] : [])];

/**
 * @param fails whether something is wrong after this plan; it repeats a plan as often as it must, since processes are scheduled otherwise
 * each time
 * @returns a plan that fails, of which nothing can be left out so that it still does
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  for (const less of smaller(plan)) if (await fails(less)) return shrink(less, fails);
  return plan;
}
