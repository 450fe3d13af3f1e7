import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODELS } from '#lib/metrology/models/table.ts';
import { LANGUAGES } from './language.ts';

type Names = Readonly<Record<'name' | 'printed', Readonly<Record<string, string>>>>;

test.each(LANGUAGES)('in %s every correction model has its name, for screens and for certificates', (language) => {
  const { name, printed } = JSON.parse(
    readFileSync(join(import.meta.dirname, language, 'model.json'), 'utf8')
  ) as Names;
  for (const names of [name, printed]) {
    expect(Object.keys(names)).toEqual(MODELS);
    expect(new Set(Object.values(names)).size).toBe(MODELS.length);
  }
});
