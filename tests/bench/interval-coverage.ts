/** Prints the table of src/lib/metrology/README.md: how often 95.45 % intervals hold. `node --import tsx tests/bench/interval-coverage.ts` */
import { coverageOf } from '../truth/interval-coverage.ts';

const SETS = 10_000;
const percent = (share: number): string => (100 * share).toFixed(1);

for (const n of [3, 4, 5, 6, 8, 10, 15, 30]) {
  const found = [0, 0.5, 1, 2].map((u) => coverageOf(n, u, SETS, 100 * n + 10 * u));
  const cells = found.map(({ whole, freedom }) => `${percent(whole)} (${freedom < 1000 ? freedom.toFixed(0) : '∞'})`);
  process.stdout.write(`| ${[n, percent(found[0]?.curve ?? 0), ...cells].join(' | ')} |\n`);
}
