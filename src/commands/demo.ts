/** `npm run demo`: fills a running Plumbline (PLUMBLINE_URL, by default the local one) with a realistic laboratory. */
import { fillLaboratory } from './demo/fill.ts';
import { MANAGER, PASSWORD } from './demo/staff.ts';

const baseUrl = (process.env['PLUMBLINE_URL'] ?? `http://localhost:${process.env['PORT'] ?? '3000'}`).replace(
  /\/$/,
  ''
);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await fillLaboratory(baseUrl, say);
  say(`\nOpen ${baseUrl} and sign in as ${MANAGER} or okafor@northfield.example, password: ${PASSWORD}`);
} catch (thrown) {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(
    `The laboratory could not be filled: ${reason}\nIs Plumbline running at ${baseUrl}? Start it with npm start.\n`
  );
  process.exitCode = 1;
}
