import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const SOURCES = [
  'src',
  'sync',
  'static',
  'package.json',
  'package-lock.json',
  'svelte.config.js',
  'vite.config.ts',
  'tsconfig.json'
];
const NOT_BUILT = /\.test\.ts$|\.md$/;
const STAMP = 'sources.sha256';

/**
 * Makes sure that `out` contains the app built from the current sources; builds it if it is missing or older. The new
 * build replaces the old one atomically, once it is complete. @param say reports what takes long.
 */
export async function ensureBuild(out: string, say: (line: string) => void): Promise<void> {
  const tools = findTools();
  const stamp = await readFile(join(out, STAMP), 'utf8').catch(() => null);
  const sources = hashSources();
  if (stamp === sources) return;
  say(stamp === null ? 'Building the app for the first time …' : 'Building the app from its changed sources …');
  const fresh = `${out}.${process.pid}`;
  try {
    // tsconfig.json extends a file that this writes; an install without scripts has not written it.
    if (!existsSync(join(ROOT, '.svelte-kit/tsconfig.json'))) await run(tools.svelteKit, ['sync']);
    await run(tools.vite, ['build', '--logLevel', 'warn'], fresh);
    await buildCommands(fresh);
    await writeFile(join(fresh, STAMP), sources);
    await replace(out, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(`${fresh}.kit`, { recursive: true, force: true });
  }
}

/** The operator's commands alone, into the folder `commands` of `out`. */
export const buildCommands = (out: string): Promise<void> =>
  run(findTools().vite, ['build', '--logLevel', 'warn', '--config', 'src/commands/start/commands.vite.ts'], out);

/** Two starts may build at once, from the same sources: the later one keeps the earlier one's build. */
async function replace(out: string, fresh: string): Promise<void> {
  const old = `${fresh}.old`;
  await rename(out, old).catch(unlessMissing);
  await rename(fresh, out).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOTEMPTY' && thrown.code !== 'EEXIST') throw thrown;
  });
  await rm(old, { recursive: true, force: true });
}

function unlessMissing(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'ENOENT') throw thrown;
}

/** The programs of a build. */
function findTools(): { readonly vite: string; readonly svelteKit: string } {
  const { resolve } = createRequire(import.meta.url);
  return {
    vite: join(resolve('vite/package.json'), '../bin/vite.js'),
    svelteKit: join(resolve('@sveltejs/kit/package.json'), '../svelte-kit.js')
  };
}

async function run(script: string, args: readonly string[], out?: string): Promise<void> {
  const words: string[] = [];
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...(out && { PLUMBLINE_BUILD: out }) },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The app could not be built:\n${words.join('')}`);
}

/** SHA-256 over the names and contents of all inputs of the build. Two thousand small files: to wait for each would take five times as long. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(join(ROOT, source)).filter((name) => !NOT_BUILT.test(name))) {
      hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** A file itself, or all below a folder. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}
