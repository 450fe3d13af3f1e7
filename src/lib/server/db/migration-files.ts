import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MIGRATION = /^(\d{4}_.*)\.sql$/;

/** A migration by its name, without the ending of its file. */
export type Migration = { readonly name: string; readonly statements: () => Promise<string> };

/** The migrations of a folder in their order. */
export async function migrationsIn(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).flatMap((file) => MIGRATION.exec(file)?.[1] ?? []).sort();
  return names.map((name) => ({ name, statements: () => readFile(join(folder, `${name}.sql`), 'utf8') }));
}
