import type { Design } from './coverage-designs.ts';

const evenly = (count: number): number[] => Array.from({ length: count }, (_, i) => (100 * i) / (count - 1));
const times = (levels: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => levels).flat();
const TENFOLD = [1, 10, 100, 1000];

/** Every kind of calibration whose intervals must hold as often as they say. */
export const DESIGNS: readonly Design[] = [
  ...[3, 4, 5, 6, 8, 10, 15, 30, 50].map((n): Design => ({
    name: `${n} points, once each`,
    readings: evenly(n),
    declared: 'no'
  })),
  ...[3, 4, 6, 11, 25].map((m): Design => ({
    name: `${m} levels, each twice, planned so`,
    readings: times(evenly(m), 2),
    declared: 'nominal'
  })),
  ...[4, 6, 11, 47].map((m): Design => {
    const readings = [...evenly(m), 0, 100, 100];
    return { name: `${m} levels, one twice, one three times, by group`, readings, declared: 'group' };
  }),
  ...[4, 6, 11, 49].map((m): Design => ({
    name: `${m} levels, one met again by chance`,
    readings: [...evenly(m), 0],
    declared: 'no'
  })),
  ...(['known', 'scatter'] as const).flatMap((weights) =>
    [1, 2, 3, 10].map((count): Design => {
      const name = `1 to 1000, u in proportion, × ${count}, ${weights}`;
      return { name, readings: times(TENFOLD, count), declared: count > 1 ? 'nominal' : 'no', weights };
    })
  ),
  ...[0.5, 1, 2, 5].flatMap((bend): Design[] => [
    { name: `bent by ${bend} σ, 11 points once`, readings: evenly(11), declared: 'no', bend },
    { name: `bent by ${bend} σ, 11 levels × 3, undeclared`, readings: times(evenly(11), 3), declared: 'no', bend },
    { name: `bent by ${bend} σ, 11 levels × 3, planned so`, readings: times(evenly(11), 3), declared: 'nominal', bend },
    { name: `bent by ${bend} σ, 4 levels × 3, planned so`, readings: times(evenly(4), 3), declared: 'nominal', bend }
  ])
];
