/** What a review of Dockerfile and compose.yaml would ask, as far as it can be answered without an engine. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '#lib/server/config.ts';
import { readDockerfile } from '../image/dockerfile.ts';

const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
const last = stages.at(-1);
const stepsOf = (name: string, of = stages.flatMap(({ steps }) => steps)) =>
  of.filter((step) => step.name === name).map(({ text }) => text);
const final = (name: string) => stepsOf(name, [...(last?.steps ?? [])]);
/** A version and a suite: never what is newest today. */
const PINNED = /^[a-z0-9./-]+:v?\d[\w.-]*$/;

describe('the Dockerfile', () => {
  test('begins each stage with a version of one image', () => {
    expect(stages.map(({ base }) => base).filter((base) => !PINNED.test(base))).toEqual([]);
    expect(new Set(stages.map(({ base }) => base)).size).toBe(1);
  });

  test('ends as a user who is not root, whose commands are no shell, and who owns only the data', () => {
    const names = last?.steps.map(({ name }) => name) ?? [];
    expect(final('USER')).toEqual(['node']);
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('COPY'));
    expect(final('CMD')).toEqual([expect.stringMatching(/^\["node", /)]);
    expect(final('COPY').some((text) => text.includes('--chown'))).toBe(false);
    expect(final('RUN').filter((text) => text.includes('chown'))).toEqual(['mkdir /data && chown node:node /data']);
  });

  test('says how its health is asked, and on which port', () => {
    expect(final('HEALTHCHECK')).toEqual([expect.stringContaining('/health/ready')]);
    expect(final('EXPOSE')).toEqual(['3000']);
    expect(final('ENV').join(' ')).toContain('PORT=3000');
  });

  test('installs what the lock file says, no more than it asks for, and leaves no lists behind', () => {
    const runs = stepsOf('RUN');
    expect(runs.filter((run) => /\bnpm (i|install|update)\b/.test(run))).toEqual([]);
    for (const run of runs.filter((text) => text.includes('apt-get install'))) {
      expect(run).toContain('apt-get update &&');
      expect(run).toContain('--no-install-recommends');
      expect(run).toContain('rm -rf /var/lib/apt/lists/*');
    }
    expect(runs.filter((run) => /\bsudo\b|apt-get (dist-)?upgrade|(curl|wget)[^|]*\|\s*(ba)?sh/.test(run))).toEqual([]);
    expect(stepsOf('ADD')).toEqual([]);
    expect(stepsOf('WORKDIR').every((folder) => folder.startsWith('/'))).toBe(true);
  });

  test('has no secret, neither its own nor one of the folder that it is built in', () => {
    const named = [...stepsOf('ENV'), ...stepsOf('ARG')].join(' ');
    expect(named).not.toMatch(/SECRET|PASSWORD|TOKEN|_KEY/);
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const path of ['.git', '.env', '.env.*', 'node_modules', 'data', 'build']) expect(ignored).toContain(path);
    expect(final('COPY').filter((text) => text.startsWith('. '))).toEqual([]);
  });

  test('copies what there is', () => {
    const sources = stepsOf('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(/\s+/).slice(0, -1));
    expect(sources.filter((path) => !existsSync(path))).toEqual([]);
    const names = stages.map(({ name }) => name);
    for (const text of stepsOf('COPY').filter((one) => one.startsWith('--from'))) {
      expect(names).toContain(/^--from=(\S+)/.exec(text)?.[1]);
    }
  });
});

type Service = {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: unknown;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};
const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};

describe('compose.yaml', () => {
  test('names versions, and starts again what ends', () => {
    for (const [name, { image, restart }] of Object.entries(services)) {
      expect([name, image]).toEqual([name, expect.stringMatching(PINNED)]);
      expect([name, restart]).toEqual([name, 'unless-stopped']);
    }
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(services['app']?.image).toBe(`plumbline:${version}`);
  });

  test('opens ports to this machine alone, and has no secret of its own', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    for (const { environment } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment ?? {})) {
        if (/SECRET|PASSWORD/.test(name)) expect([name, value]).toEqual([name, expect.stringMatching(/^\$\{\w+:\?/)]);
      }
    }
  });

  test('waits until database and store are healthy', () => {
    for (const name of ['app', 'worker']) {
      for (const [other, { condition }] of Object.entries(services[name]?.depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        expect(services[other]?.healthcheck).toBeDefined();
      }
    }
  });

  test('gives each process an environment that it accepts, and longer to end than it takes', () => {
    const given: Readonly<Record<string, string>> = {
      SECRET_KEY: 'ab'.repeat(32),
      POSTGRES_PASSWORD: 'p',
      S3_SECRET_KEY: 's'
    };
    for (const name of ['app', 'worker']) {
      const service = services[name];
      const filled = Object.entries(service?.environment ?? {}).map(([variable, value]) => [
        variable,
        value.replace(
          /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
          (_, key: string, sign?: string, rest = '') => given[key] ?? (sign === '-' ? rest : '')
        )
      ]);
      const config = parseConfig(Object.fromEntries(filled) as Record<string, string>);
      expect(config.process).toBe(name === 'app' ? 'web' : 'worker');
      expect(config.s3?.bucket).toBe('plumbline');
      const grace = Number(/^(\d+)s$/.exec(service?.stop_grace_period ?? '')?.[1]);
      expect(grace).toBeGreaterThan(config.drainSeconds + config.shutdownSeconds);
    }
  });
});
