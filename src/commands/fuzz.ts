/**
 * `npm run fuzz [-- --seed N] [--seconds S]`: the properties, requests and changed archives of the tests with a
 * different seed than in `npm test`; the requests, and then the archives, for S seconds (1800). Prints the seed, so that a failure can be repeated.
 */
import { parseArgs } from 'node:util';
import { runTool } from './checks/run-step.ts';

const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, seconds: { type: 'string', default: '1800' } }
});
process.env['PROPERTY_SEED'] = options.seed ?? String(Date.now() % 2 ** 31);
process.env['FUZZ_SECONDS'] = options.seconds;
process.stdout.write(`Seed ${process.env['PROPERTY_SEED']}\n`);
const well = [
  await runTool('Properties', 'vitest', ['run', '--project', 'unit']),
  await runTool('Requests', 'vitest', ['run', '--project', 'api', 'tests/api/fuzz.test.ts']),
  await runTool('Archives', 'vitest', ['run', '--project', 'postgres', 'exchange/fuzzed-imports.pg.test.ts'])
];
process.exitCode = well.every(Boolean) ? 0 : 1;
