/** `npm run verify`: everything that must hold before a change is handed over. */
import { explain } from './explain.ts';
import { runStep, runTool } from './checks/run-step.ts';
import { BUILD } from './root.ts';
import { ensureBuild } from './start/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const broken: string[] = [];
const note = (what: string, well: boolean) => void (well || broken.push(what));

note('format: npm run format', await runTool('Format', 'prettier', ['--check', '.']));
// Lint, types, tests; these check that migrations/schema.sql, the OpenAPI document and every translation match the
// code, that the browser receives no server code, and how much script the first route needs.
note('npm test', await runStep('Lint, types, tests', process.execPath, ['--import', 'tsx', 'src/commands/test.ts']));
try {
  await ensureBuild(BUILD, say);
} catch (thrown) {
  say(explain(thrown));
  broken.push('the build');
}

say(broken.length === 0 ? '\nEverything holds.' : `\nBroken:\n  ${broken.join('\n  ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
