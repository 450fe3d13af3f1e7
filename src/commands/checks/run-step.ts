import { spawn } from 'node:child_process';
import { ROOT } from '../root.ts';

/** Runs a program of the installation in the foreground. @returns whether it succeeded. */
export function runStep(title: string, program: string, args: readonly string[]): Promise<boolean> {
  process.stdout.write(`\n── ${title} ──\n`);
  // A log file is read without colours.
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...colours } });
  return new Promise((resolve) => {
    child.once('error', (thrown) => {
      process.stderr.write(`${thrown.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

export type Tool = readonly [title: string, tool: string, args: readonly string[]];
export type Outcome = { readonly title: string; readonly said: string; readonly well: boolean };

export type Beside = {
  /** From now on so many at a time: there is more room. */
  readonly widen: (atOnce: number) => void;
  /** Waits for all of them. @returns what each said, and whether it succeeded. */
  readonly ended: () => Promise<readonly Outcome[]>;
};

/** Runs tools in their order, `atOnce` at a time, and prints nothing. */
export function runToolsBeside(tools: readonly Tool[], atOnce: number): Beside {
  const waiting = [...tools.entries()];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, tool] = next;
      outcomes[place] = await runSilently(tool);
    }
  };
  const workers: Promise<void>[] = [];
  const widen = (most: number) => {
    while (workers.length < most) workers.push(work());
  };
  widen(atOnce);
  return { widen, ended: () => Promise.all(workers).then(() => outcomes) };
}

const runSilently = ([title, tool, args]: Tool): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [fileOf(tool), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' }
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    child.once('close', (code) => resolve({ title, said, well: code === 0 }));
  });

/** A tool installed by `npm ci`. */
export const runTool = (title: string, tool: string, args: readonly string[]): Promise<boolean> =>
  runStep(title, process.execPath, [fileOf(tool), ...args]);

const fileOf = (tool: string): string => `node_modules/${TOOLS[tool] ?? tool}`;

/** Started by their files: no shell and no package manager in between. */
const TOOLS: Readonly<Record<string, string>> = {
  prettier: 'prettier/bin/prettier.cjs',
  eslint: 'eslint/bin/eslint.js',
  'svelte-kit': '@sveltejs/kit/svelte-kit.js',
  'svelte-check': 'svelte-check/bin/svelte-check',
  vitest: 'vitest/vitest.mjs',
  knip: 'knip/bin/knip.js',
  cspell: 'cspell/bin.mjs',
  tsx: 'tsx/dist/cli.mjs'
};
