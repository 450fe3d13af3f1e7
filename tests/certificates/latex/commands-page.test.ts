import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { SUBSET } from '#lib/server/certificates/latex/subset.ts';
import { commandsPage } from './commands-page.ts';

const FILE = join(import.meta.dirname, '../../../src/lib/server/certificates/latex/COMMANDS.md');

it('the page of commands is that of the subset', async () => {
  const page = await format(commandsPage(SUBSET), { ...(await resolveConfig(FILE)), parser: 'markdown' });
  for (const { title } of SUBSET) if (!title.startsWith('A ')) expect(page).toContain(title);
  await expect(page).toMatchFileSnapshot(FILE);
});
