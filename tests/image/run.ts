/**
 * `npm run image`: does what the Dockerfile says in a bare Debian root, without an engine, starts what comes of it as its user, and asks
 * for its health as the image does. Needs root and debootstrap, the network for packages, and several minutes; not part of the tests.
 * The base image is not had without a registry: Node comes from this machine, Debian's suite is that of the base.
 */
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { readDockerfile, type BuildStage } from './dockerfile.ts';

const PORT = '38471';
const PATIENCE_MS = 120_000;
const NODE_UID = 1000;
type State = {
  readonly root: string;
  folder: string;
  user: string;
  env: Record<string, string>;
  command: string[];
  health: string[];
};

const say = (line: string) => process.stdout.write(`${line}\n`);
function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ').slice(0, 200)}: ended with ${status}`);
}
/** Steps trust the authorities that this machine trusts, a proxy's too. */
const TRUST = { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' };
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const inRoot = (
  { root, user, env, folder }: State,
  words: readonly string[]
): [string, string[], { env: Record<string, string> }] => [
  'chroot',
  [
    ...(user === 'root' ? [] : [`--userspec=${NODE_UID}:${NODE_UID}`]),
    root,
    '/bin/sh',
    '-c',
    `cd ${folder} && exec "$@"`,
    'sh',
    ...words
  ],
  { env: { PATH, HOME: user === 'root' ? '/root' : '/home/node', ...env } }
];

/** A bare Debian with the Node of this machine and the user of the base image. */
function makeBase(root: string, suite: string): void {
  if (!existsSync(join(root, 'etc/os-release')))
    run('debootstrap', ['--variant=minbase', suite, root, 'http://deb.debian.org/debian']);
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
  const npm = realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim());
  rmSync(join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, force: true });
  run('cp', ['-a', dirname(dirname(npm)), join(root, 'usr/local/lib/node_modules/npm')]);
  writeFileSync(
    join(root, 'usr/local/bin/npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 }
  );
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  if (existsSync('/etc/ssl/certs/ca-certificates.crt')) {
    mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
    cpSync('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'), {
      dereference: true
    });
  }
  spawnSync('chroot', [root, 'useradd', '--uid', String(NODE_UID), '--create-home', 'node']);
}

function copy(state: State, text: string, stages: ReadonlyMap<string, string>): void {
  const words = text.split(/\s+/);
  const from = /^--from=(\S+)/.exec(words[0] ?? '')?.[1];
  const [sources, target] = [words.slice(from === undefined ? 0 : 1, -1), words.at(-1) ?? ''];
  const context = from === undefined ? process.cwd() : (stages.get(from) ?? '');
  const ignored = from === undefined ? readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean) : [];
  const to = join(state.root, target.startsWith('/') ? target : join(state.folder, target));
  for (const source of sources) {
    const path = join(context, source);
    const isFolder = sources.length > 1 || target.endsWith('/') || target === '.';
    if (source === '.') {
      const excludes = ignored.map((pattern) => `--exclude=./${pattern}`);
      run('sh', ['-c', `tar -C "$1" -c ${excludes.join(' ')} . | tar -C "$2" -x --no-same-owner`, 'sh', context, to]);
    } else
      cpSync(path, isFolder ? join(to, source.split('/').at(-1) ?? '') : to, {
        recursive: true,
        verbatimSymlinks: true
      });
  }
}

function doStage({ steps }: BuildStage, state: State, stages: ReadonlyMap<string, string>): void {
  for (const { name, text } of steps) {
    say(`  ${name} ${text.slice(0, 120)}`);
    if (name === 'WORKDIR') mkdirSync(join(state.root, (state.folder = text)), { recursive: true });
    else if (name === 'ENV')
      for (const pair of text.split(/\s+/)) state.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (name === 'USER') state.user = text;
    else if (name === 'COPY') copy(state, text, stages);
    else if (name === 'RUN') run(...inRoot({ ...state, env: { ...state.env, ...TRUST } }, ['/bin/sh', '-c', text]));
    else if (name === 'CMD') state.command = JSON.parse(text) as string[];
    else if (name === 'HEALTHCHECK') state.health = JSON.parse(text.slice(text.indexOf('['))) as string[];
  }
}

/** Starts the command, asks for its health until it is well, and ends it as an engine would. */
async function start(state: State, folder: string): Promise<void> {
  const postgres = await startEmbeddedServer(join(folder, 'postgres'));
  Object.assign(state.env, {
    PORT,
    DATABASE_URL: postgres.url('postgres'),
    SECRET_KEY: randomBytes(32).toString('hex')
  });
  const [program, args, options] = inRoot(state, state.command);
  const child = spawn(program, args, { ...options, stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const healthy = () => spawnSync(...inRoot(state, state.health)).status === 0;
  const deadline = Date.now() + PATIENCE_MS;
  while (!healthy() && child.exitCode === null && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 1000));
  const ready = await fetch(`http://127.0.0.1:${PORT}/health/ready`).then((answer) => answer.text(), String);
  const well = healthy();
  if (well) run(...inRoot(state, ['node', 'src/commands/run.js', 'verify-audit']));
  child.kill('SIGTERM');
  const code = await ended;
  await postgres.stop();
  say(`health: ${ready}; ended with ${code}`);
  if (!well || code !== 0) throw new Error('What the Dockerfile makes does not run.');
}

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const folder = await mkdtemp(join(tmpdir(), 'plumbline-image-'));
run('chmod', ['755', folder]);
const base = process.argv[2] ?? join(folder, 'base');
try {
  makeBase(base, /-(bookworm|trixie)/.exec(stages[0]?.base ?? '')?.[1] ?? 'bookworm');
  const made = new Map<string, string>();
  let state: State | undefined;
  for (const stage of stages) {
    say(`FROM ${stage.base}${stage.name === null ? '' : ` AS ${stage.name}`}`);
    const root = join(folder, stage.name ?? 'image');
    run('cp', ['-a', base, root]);
    // Whoever has a registry of their own has it for these packages, too; it stays in stages that are thrown away.
    const own = join(homedir(), '.npmrc');
    if (stage.name !== null && existsSync(own)) cpSync(own, join(root, 'root/.npmrc'));
    state = { root, folder: '/', user: 'root', env: {}, command: [], health: [] };
    doStage(stage, state, made);
    if (stage.name !== null) made.set(stage.name, root);
  }
  if (state === undefined) throw new Error('The Dockerfile has no stage.');
  spawnSync('du', ['-sh', join(state.root, 'app'), state.root], { stdio: 'inherit' });
  await start(state, folder);
} finally {
  rmSync(join(folder, 'image/root/.npmrc'), { force: true });
  await rm(folder, { recursive: true, force: true });
}
