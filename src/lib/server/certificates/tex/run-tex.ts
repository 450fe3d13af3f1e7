import { spawn } from 'node:child_process';
import type { TexProgram } from './find-tex.ts';
import { TEX_LIMITS } from './limits.ts';
import { texEnvironment } from './texmf.ts';

export type TexRun = { readonly code: number | null; readonly isLate: boolean; readonly output: string };

/** What TeX reads of the system: programs, packages, fonts; nothing of the server's. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/bin', '/etc/texmf', '/etc/fonts', '/var/lib/texmf', '/var/cache/fonts'];
/** Where the folder of a run is inside of bubblewrap. */
const INSIDE = '/job';

/**
 * Runs TeX in a folder: without a shell, with limits of time, memory and files. Its process group is ended at the latest after
 * `seconds`, by `timeout`, also if this process is killed meanwhile.
 */
export function runTex(
  tex: TexProgram,
  folder: string,
  file: string,
  { seconds, madeAt }: { readonly seconds: number; readonly madeAt: Date }
): Promise<TexRun> {
  const [program = '', ...args] = commandOf(tex, folder, file, seconds);
  const cwd = tex.bubblewrap ? INSIDE : folder;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: texEnvironment(cwd, madeAt),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe']
    });
    let output = '';
    const read = (chunk: Buffer) => {
      if (output.length < TEX_LIMITS.logBytes) output += chunk.toString('utf8');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    let isLate = false;
    const killGroup = () => {
      isLate = true;
      if (child.pid !== undefined) killed(-child.pid);
    };
    // `timeout` comes first; this is for a group that it could not end.
    const clock = setTimeout(killGroup, 1000 * seconds + 500);
    child.on('error', (fault) => {
      clearTimeout(clock);
      reject(fault);
    });
    child.on('close', (code, signal) => {
      clearTimeout(clock);
      if (child.pid !== undefined) killed(-child.pid);
      // 124 and 137 are what `timeout` answers after it ended the program.
      resolve({ code, isLate: isLate || code === 124 || code === 137 || signal === 'SIGKILL', output });
    });
  });
}

/** A group that has ended is no fault. */
function killed(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function commandOf(tex: TexProgram, folder: string, file: string, seconds: number): readonly string[] {
  const { memoryBytes, fileBytes, openFiles } = TEX_LIMITS;
  return [
    ...[tex.timeout, '--signal=KILL', String(Math.max(1, seconds))],
    ...[tex.prlimit, `--as=${memoryBytes}`, `--cpu=${Math.ceil(seconds)}`, `--fsize=${fileBytes}`],
    ...[`--nofile=${openFiles}`, '--core=0', '--'],
    ...(tex.bubblewrap ? sandbox(tex.bubblewrap, folder) : []),
    ...programOf(tex, file)
  ];
}

const sandbox = (bubblewrap: string, folder: string): readonly string[] => [
  ...[bubblewrap, '--unshare-all', '--die-with-parent', '--new-session'],
  ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--dev', '/dev', '--tmpfs', '/tmp', '--bind', folder, INSIDE, '--chdir', INSIDE, '--']
];

function programOf({ name, path }: TexProgram, file: string): readonly string[] {
  if (name === 'tectonic') return [path, '--untrusted', '--only-cached', '--keep-logs', '--outdir', '.', file];
  return [path, '-no-shell-escape', '-interaction=nonstopmode', '-halt-on-error', '-file-line-error', file];
}
