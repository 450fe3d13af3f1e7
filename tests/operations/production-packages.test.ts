/**
 * The build beside the packages of production alone, as in an image: what a command or the server imports must be among them.
 * Links are not followed when a package is looked up: no package of development is found through another.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { analysisRequest } from '../support/analysis-request.ts';
import { apiOf } from '../support/api.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';

type Lockfile = {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
};
/**
 * Only those at the top: a package brings the ones inside it. One for another system is not there. TypeScript is optional for a
 * package of production; nothing may need it.
 */
const packages = Object.entries((JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile).packages)
  .filter(([path]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && existsSync(path))
  .map(([path, { dev, devOptional }]) => ({ path, isProduction: dev !== true && devOptional !== true }));

const PRODUCTION = { NODE_ENV: 'production', NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' };
let image: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ path: image, remove } = await makeDataDir());
  for (const path of ['package.json', 'migrations', 'src/commands/run.js']) {
    await cp(path, join(image, path), { recursive: true });
  }
  await cp(inject('buildDir'), join(image, 'build'), { recursive: true });
  for (const { path, isProduction } of packages) {
    if (!isProduction) continue;
    await mkdir(dirname(join(image, path)), { recursive: true });
    await symlink(resolve(path), join(image, path));
  }
});
afterAll(() => remove());

function run(script: string, args: readonly string[], typed = ''): Promise<{ code: number | null; output: string }> {
  const env = {
    ...PRODUCTION,
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: inject('databaseUrl'),
    SECRET_KEY: readFileSync(join(inject('dataDir'), 'secret.key'), 'utf8').trim(),
    DATA_DIR: join(image, 'unused')
  };
  return new Promise((done) => {
    const running = execFile(process.execPath, [join(image, script), ...args], { env }, (_error, stdout, stderr) =>
      done({ code: running.exitCode, output: `${stdout}${stderr}` })
    );
    running.stdin?.end(typed);
  });
}

test('has no package of development, and those of production', () => {
  expect(existsSync(join(image, 'node_modules/tsx'))).toBe(false);
  expect(packages.filter(({ isProduction }) => isProduction).length).toBeGreaterThan(30);
  expect(existsSync(join(image, 'node_modules/slonik/package.json'))).toBe(true);
});

test('a password is set, up to the account that does not exist', async () => {
  expect(await run('build/commands/set-password.js', ['no.one@laboratory.example'], 'another plumb line\n')).toEqual({
    code: 1,
    output: expect.stringContaining('No account has the address no.one@laboratory.example.')
  });
});

test('the chains of the audit log are checked, directly and by run.js', async () => {
  const intact = { code: 0, output: expect.stringMatching(/chains are intact/) };
  expect(await run('build/commands/verify-audit.js', [])).toEqual(intact);
  expect(await run('src/commands/run.js', ['verify-audit'])).toEqual(intact);
});

describe('the app with a PostgreSQL of its own', () => {
  let data: Awaited<ReturnType<typeof makeDataDir>>;
  let server: RunningServer;
  beforeAll(async () => {
    data = await makeDataDir();
    server = await startServer({ dataDir: data.path, env: PRODUCTION, built: join(image, 'build') });
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await data.remove();
  });

  test('hashes passwords, re-encodes pictures and analyses', async () => {
    const person = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };
    const registered = await apiOf(null, server.baseUrl)('POST', '/auth/register', {
      ...person,
      full_name: 'Ada Founder'
    });
    expect(registered.status).toBe(201);
    const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', person);
    const ada = apiOf(body.access_token, server.baseUrl);
    const picture = await ada('PUT', '/users/me/profile-picture', ONE_PIXEL_PNG, { 'Content-Type': 'image/png' });
    expect(picture).toMatchObject({ status: 200 });
    // Computed in a thread, whose script has no folder to look for packages from.
    const analysis = await ada('POST', '/calibrations/analyze', analysisRequest());
    expect(analysis).toMatchObject({ status: 200, body: { fit: { model: 'linear' } } });
  });
});
