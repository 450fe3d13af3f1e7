/**
 * `npm run interval-coverage`: prints the tables of src/lib/metrology/README.md, how often 95.45 % intervals hold. `-- designs` or
 * `-- references` prints one of them.
 */
import { designCoverage } from '../truth/coverage-designs.ts';
import { DESIGNS } from '../truth/coverage-table.ts';
import { coverageOf } from '../truth/interval-coverage.ts';

const SETS = 10_000;
const percent = (share: number): string => (100 * share).toFixed(1);
const freedomText = (freedom: number): string => (freedom < 1000 ? freedom.toFixed(0) : '∞');

const TABLES = {
  designs: () => {
    for (const [i, design] of DESIGNS.entries()) {
      const { whole, found, freedom, width } = designCoverage(design, SETS, 5000 + i);
      const cells = [design.name, percent(whole), percent(found), freedomText(freedom), width.toFixed(2)];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
    }
  },
  references: () => {
    for (const n of [3, 4, 5, 6, 8, 10, 15, 30]) {
      const found = [0, 0.5, 1, 2].map((u) => coverageOf(n, u, SETS, 100 * n + 10 * u));
      const cells = found.map(({ whole, freedom }) => `${percent(whole)} (${freedomText(freedom)})`);
      process.stdout.write(`| ${[n, percent(found[0]?.curve ?? 0), ...cells].join(' | ')} |\n`);
    }
  }
} as const;

const wanted = process.argv.slice(2);
for (const [name, print] of Object.entries(TABLES)) {
  if (wanted.length === 0 || wanted.includes(name)) print();
}
