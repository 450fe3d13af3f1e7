import { describe, expect, test } from 'vitest';
import { ConfigurationError, parseConfig } from './config.ts';

const KEY = 'ab'.repeat(32);
const DATABASE = 'postgresql://plumbline:secret@db.example/plumbline';

/** The lines of the refusal. */
function faults(variables: Record<string, string>): string[] {
  try {
    parseConfig(variables);
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.message.split('\n');
    throw thrown;
  }
  throw new Error('it was accepted');
}

test('nothing set is a configuration: one machine, embedded database, folder store', () => {
  expect(parseConfig({})).toMatchObject({
    production: true,
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://localhost:3000',
    databaseUrl: undefined,
    secretKey: undefined,
    s3: undefined,
    process: 'all'
  });
});

test('an empty variable is an unset one', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '', S3_ENDPOINT: '' })).toEqual(parseConfig({}));
});

test('the origin loses its last slash, so that links can be put together', () => {
  expect(parseConfig({ ORIGIN: 'https://cal.example/' }).origin).toBe('https://cal.example');
});

test.each(['Europe/Berlin', 'UTC', ':America/New_York', ':/etc/localtime'])('%s is a time zone', (zone) => {
  expect(parseConfig({ TZ: zone })).toEqual(parseConfig({}));
});

describe('what cannot be used is named with what to set', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', 'three'],
    ['ORIGIN', 'cal.example'],
    ['DATABASE_URL', 'mysql://db.example/plumbline'],
    ['DATABASE_POOL', '1'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY_BEFORE', 'short'],
    ['PROCESS', 'both'],
    ['S3_ENDPOINT', 's3.example:9000'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'too-short'],
    ['TRUSTED_PROXIES', '-1'],
    ['DRAIN_SECONDS', '-1'],
    ['SHUTDOWN_SECONDS', '0'],
    ['REMINDER_HOUR', '24'],
    ['WEBHOOK_PRIVATE', 'yes'],
    ['REVOCATION_PRIVATE', 'yes'],
    ['CERTIFICATE_TEX', 'lualatex'],
    ['TZ', 'Foo/Bar'],
    ['TZ', 'CET-1CEST']
  ])('%s=%s', (name, value) => {
    expect(faults({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: .+`))]);
  });

  test('every fault at once, one a line', () => {
    expect(faults({ PORT: 'x', PROCESS: 'y', LOG_LEVEL: 'z' })).toHaveLength(3);
  });

  test('a database of one’s own without the key that its secrets are wrapped with', () => {
    expect(faults({ DATABASE_URL: DATABASE })[0]).toContain('openssl rand -hex 32');
    expect(parseConfig({ DATABASE_URL: DATABASE, SECRET_KEY: KEY }).secretKey).toHaveLength(32);
  });

  test('an S3 service without both of its keys', () => {
    expect(faults({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY: 'a' })[0]).toMatch(
      /^S3_ACCESS_KEY, S3_SECRET_KEY: /
    );
  });

  test('a refusal never repeats a value, which may be a secret', () => {
    expect(faults({ SECRET_KEY: 'hunter2-hunter2', DATABASE_URL: 'mysql://root:hunter2@db' }).join()).not.toContain(
      'hunter2'
    );
  });
});

describe('single sign-on', () => {
  const OIDC = { OIDC_ISSUER: 'https://id.example/realm', OIDC_CLIENT_ID: 'plumbline', OIDC_CLIENT_SECRET: 'secret' };

  test('takes an issuer, an id and a secret; it is called by its host, makes no accounts and is one way of several', () => {
    expect(parseConfig({}).oidc).toBeUndefined();
    expect(parseConfig(OIDC).oidc).toEqual({
      ...{ issuer: OIDC.OIDC_ISSUER, clientId: 'plumbline', clientSecret: 'secret', name: 'id.example' },
      ...{ roleClaim: undefined, mfaAcr: [], autoCreate: false, only: false }
    });
    expect(parseConfig({ ...OIDC, OIDC_MFA_ACR: 'gold, urn:two' }).oidc?.mfaAcr).toEqual(['gold', 'urn:two']);
  });

  test('half of it is refused, and being the only way without a provider', () => {
    for (const name of Object.keys(OIDC)) {
      expect(faults({ ...OIDC, [name]: '' })).toEqual([expect.stringMatching(/^OIDC_ISSUER.*all three/)]);
    }
    expect(faults({ OIDC_ONLY: '1' })).toEqual([expect.stringMatching(/^OIDC_ONLY/)]);
  });

  test('asks a provider by http only on this machine', () => {
    expect(faults({ ...OIDC, OIDC_ISSUER: 'http://id.example' })).toEqual([expect.stringMatching(/^OIDC_ISSUER/)]);
    expect(parseConfig({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidc?.name).toBe('127.0.0.1');
  });
});

test('backups go to a folder, or to a bucket of the S3 service that is configured', () => {
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  const to = (BACKUP_TO: string, more = {}) => parseConfig({ BACKUP_TO, ...more }).backups;
  expect(to('/backups')).toEqual({ folder: '/backups', keep: 7 });
  expect(to('s3://backups/plumbline/nightly/', s3)).toEqual({
    bucket: 'backups',
    prefix: 'plumbline/nightly',
    keep: 7
  });
  expect(to('s3://backups', s3)).toEqual({ bucket: 'backups', prefix: '', keep: 7 });
  expect(() => to('s3://backups')).toThrow(/S3_ENDPOINT/);
  for (const taken of ['s3://files', 's3://files/backups']) {
    expect(() => to(taken, { ...s3, S3_BUCKET: 'files' })).toThrow(/BACKUP_TO: another bucket/);
  }
  for (const wrong of ['s3://', 's3:backups', 's3://Backups', 's3://backups/../else']) {
    expect(() => to(wrong, s3)).toThrow(/BACKUP_TO/);
  }
});
