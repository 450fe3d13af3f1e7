// cspell:ignore jobname pdeathsig
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { AskedNames, MOST_NAMES } from './asked-names.ts';
import type { TexProgram } from './find-tex.ts';
import { TEX_LIMITS } from './limits.ts';
import type { TexFolder } from './tex-folder.ts';
import { texEnvironment } from './texmf.ts';

export type TexRun = {
  readonly code: number | null;
  readonly isLate: boolean;
  /** What the document did and must not do; the run was ended. */
  readonly refused: string | null;
  readonly output: string;
};

/** What TeX reads of the system: programs, packages, fonts; nothing of the server's. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/etc/texmf', '/etc/fonts', '/var/lib/texmf', '/var/cache/fonts'];
/** Where the folder of a run is inside of bubblewrap. */
const INSIDE: TexFolder = { given: '/given', made: '/made', scratch: '/tmp' };

/** The name of what TeX makes, without its end. A document can write no name that begins with a dot, so that it did not write this file. */
const OUTPUT = '.plumbline';
/** tectonic has no option for it. */
export const outputOf = ({ name }: TexProgram, file: string): string =>
  name === 'tectonic' ? file.replace(/\.tex$/u, '.pdf') : `${OUTPUT}.pdf`;

/**
 * Runs TeX in a folder: without a shell, with limits of time, memory and files. Its process group is ended at the latest after
 * `seconds`, when `signal` is aborted, and with the process that runs it, however that ends.
 */
export function runTex(
  tex: TexProgram,
  folder: TexFolder,
  file: string,
  { seconds, madeAt, signal }: { readonly seconds: number; readonly madeAt: Date; readonly signal: AbortSignal }
): Promise<TexRun> {
  const [program = '', ...args] = commandOf(tex, folder, file, seconds);
  const seen = tex.bubblewrap ? INSIDE : folder;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder.made,
      env: texEnvironment(seen, madeAt),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe']
    });
    // pdflatex asks by an absolute name for nothing of the system; xelatex does so for letters.
    const asked = new AskedNames([...(tex.name === 'pdflatex' ? [] : SYSTEM), seen.given, seen.made]);
    let output = '';
    const keep = (text: string) => {
      if (output.length < TEX_LIMITS.logBytes) output += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      keep(asked.read(text));
      // At once, so that the time which it takes tells nothing of what it read.
      if (asked.mustEnd && child.pid !== undefined) killed(-child.pid);
    });
    let isLate = false;
    const killGroup = () => {
      isLate = true;
      if (child.pid !== undefined) killed(-child.pid);
    };
    // `timeout` comes first; this is for a group that it could not end.
    const clock = setTimeout(killGroup, 1000 * seconds + 500);
    signal.addEventListener('abort', killGroup, { once: true });
    child.on('error', (fault) => {
      clearTimeout(clock);
      reject(fault);
    });
    child.on('close', (code, killedBy) => {
      clearTimeout(clock);
      signal.removeEventListener('abort', killGroup);
      if (child.pid !== undefined) killed(-child.pid);
      if (code === 0 && !asked.isTraced && tex.name !== 'tectonic') {
        reject(new Error(`${tex.path} does not say which files it reads, so that they cannot be checked.`));
        return;
      }
      resolve({
        code,
        // 124 and 137 are what `timeout` answers after it ended the program.
        isLate: isLate || code === 124 || code === 137 || killedBy === 'SIGKILL',
        refused: refusedBy(asked),
        output: output.replaceAll(`${seen.given}/`, './')
      });
    });
  });
}

function refusedBy({ forbidden, areTooMany }: AskedNames): string | null {
  if (forbidden !== null) return `“${forbidden}” is not a file of this document`;
  return areTooMany ? `the document asks for more than ${MOST_NAMES} files` : null;
}

/** A group that has ended is no fault. */
function killed(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function commandOf(tex: TexProgram, folder: TexFolder, file: string, seconds: number): readonly string[] {
  const { memoryBytes, fileBytes, openFiles } = TEX_LIMITS;
  // With its parent, also where that is a thread; what `timeout` starts is no child of it.
  const together = [tex.setpriv, '--pdeathsig=KILL', '--'];
  return [
    ...together,
    ...[tex.timeout, '--signal=KILL', String(Math.max(1, seconds))],
    ...[tex.prlimit, `--as=${memoryBytes}`, `--cpu=${Math.ceil(seconds)}`, `--fsize=${fileBytes}`],
    ...[`--nofile=${openFiles}`, '--core=0', '--'],
    ...together,
    ...(tex.bubblewrap ? sandbox(tex.bubblewrap, folder) : []),
    // pdfTeX ends by abort() where names are traced: only whole lines are out by then.
    ...(tex.stdbuf ? [tex.stdbuf, '-oL'] : []),
    ...programOf(tex, tex.bubblewrap ? INSIDE : folder, file)
  ];
}

const sandbox = (bubblewrap: string, { given, made }: TexFolder): readonly string[] => [
  ...[bubblewrap, '--unshare-all', '--die-with-parent', '--new-session'],
  ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--dev', '/dev', '--tmpfs', INSIDE.scratch, '--ro-bind', given, INSIDE.given, '--bind', made, INSIDE.made],
  ...['--chdir', INSIDE.made, '--']
];

/** Without -output-directory: names below it would be looked for before kpathsea is asked, which checks and traces them. */
function programOf({ name, path }: TexProgram, { given }: TexFolder, file: string): readonly string[] {
  if (name === 'tectonic') {
    return [path, '--untrusted', '--only-cached', '--keep-logs', '--outdir', '.', join(given, file)];
  }
  const modes = ['-no-shell-escape', '-interaction=nonstopmode', '-halt-on-error', '-file-line-error'];
  return [path, ...modes, `-jobname=${OUTPUT}`, file];
}
