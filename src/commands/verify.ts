/** `npm run verify`: everything that must hold before a change is handed on. */
import { explain } from './explain.ts';
import { runStep, runTool } from './checks/run-step.ts';
import { BUILD } from './root.ts';
import { ensureBuild } from './start/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const broken: string[] = [];
const note = (what: string, well: boolean) => void (well || broken.push(what));

note('format: npm run format', await runTool('Format', 'prettier', ['--check', '.']));
// Lint, types, tests; among them that migrations/schema.sql, the OpenAPI document and every translation are as the code says,
// that the browser is sent no code of the server, and how much script the first route takes.
note('npm test', await runStep('Lint, types, tests', process.execPath, ['--import', 'tsx', 'src/commands/test.ts']));
try {
  await ensureBuild(BUILD, say);
} catch (thrown) {
  say(explain(thrown));
  broken.push('the build');
}

say(broken.length === 0 ? '\nEverything holds.' : `\nBroken:\n  ${broken.join('\n  ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
