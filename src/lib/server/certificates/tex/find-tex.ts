import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that set LaTeX. LuaTeX is none of them: its documents run programs. */
export const TEX_PROGRAMS = ['pdflatex', 'xelatex', 'tectonic'] as const;
export type TexName = (typeof TEX_PROGRAMS)[number];

/** An installed TeX, and what limits it; it can be passed to threads. */
export type TexProgram = {
  readonly name: TexName;
  readonly path: string;
  /** The first line of `--version`. */
  readonly version: string;
  /** Limits of time and memory hold also if the server is killed: they are those of programs between both. */
  readonly timeout: string;
  readonly prlimit: string;
  /** Ends TeX with the thread that has started it. */
  readonly setpriv: string;
  /** Without it, what TeX says last may be lost. */
  readonly stdbuf: string | null;
  /** bubblewrap, where it is installed and the system lets it work: TeX sees its own folder and its packages alone. */
  readonly bubblewrap: string | null;
};

/**
 * The TeX that is asked for, or the first that is installed.
 * @throws Error if a named one, or what limits it, is not installed
 */
export function findTex(wanted: TexName | 'auto', path = process.env['PATH'] ?? ''): TexProgram | null {
  const names = wanted === 'auto' ? TEX_PROGRAMS : [wanted];
  const found = names.map((name) => ({ name, path: onPath(name, path) })).find((one) => one.path !== null);
  const [timeout, prlimit, setpriv] = ['timeout', 'prlimit', 'setpriv'].map((one) => onPath(one, path));
  const bubblewrap = found ? workingBubblewrap(path) : null;
  // What the others are asked for is traced (asked-names.ts).
  const isTraced = found?.name !== 'tectonic';
  const missing = [
    ...(found?.path ? [] : [names.join(' or ')]),
    ...(isTraced || bubblewrap ? [] : ['a bubblewrap that works, without which tectonic is not used,']),
    ...(timeout ? [] : ['timeout (coreutils)']),
    ...(prlimit && setpriv ? [] : ['prlimit and setpriv (util-linux)'])
  ];
  if (!found?.path || !timeout || !prlimit || !setpriv || missing.length > 0) {
    if (wanted === 'auto') return null;
    throw new Error(`CERTIFICATE_TEX is ${wanted}, but ${missing.join(' and ')} cannot be found on the PATH.`);
  }
  const version = firstLine(found.path, ['--version']);
  if (version === null) {
    if (wanted === 'auto') return null;
    throw new Error(`CERTIFICATE_TEX is ${wanted}, but ${found.path} does not start.`);
  }
  const stdbuf = onPath('stdbuf', path);
  return { name: found.name, path: found.path, version, timeout, prlimit, setpriv, stdbuf, bubblewrap };
}

function onPath(program: string, path: string): string | null {
  for (const folder of path.split(delimiter).filter((one) => one.startsWith('/'))) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // It is in another folder, or nowhere.
    }
  }
  return null;
}

/** In many containers it is installed and may not make name spaces. */
function workingBubblewrap(path: string): string | null {
  const program = onPath('bwrap', path);
  return program && firstLine(program, ['--unshare-all', '--ro-bind', '/', '/', '--', '/bin/true']) !== null
    ? program
    : null;
}

function firstLine(program: string, args: readonly string[]): string | null {
  try {
    const env = { PATH: '/usr/bin:/bin' };
    const output = execFileSync(program, args, { env, timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString('utf8').split('\n')[0]?.trim() ?? '';
  } catch {
    return null;
  }
}
