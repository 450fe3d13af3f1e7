/**
 * The whole configuration: environment variables, parsed once, refused with a sentence that says what to do.
 * The table in the README lists the same names.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { vapidOf, type Vapid } from './push/vapid.ts';

/** What Node cannot read it silently takes for UTC, and days would begin at the wrong hour. Files are the system's matter. */
function isTimeZone(name: string): boolean {
  if (/^:?\//u.test(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name.replace(/^:/u, '') });
    return true;
  } catch {
    return false;
  }
}

/** Who listens on the way could sign in as anybody. */
function isSafeIssuer(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const secret = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits (32 bytes), for example from: openssl rand -hex 32');
const bytesOf = (hex: string | undefined): Buffer | undefined => (hex === undefined ? hex : Buffer.from(hex, 'hex'));

/** The bucket, and a prefix that is a key of the object store. */
const BUCKET =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*)?)?\/?$/;
/** LuaTeX is not among them: its documents run programs. */
const CERTIFICATE_TEX = ['auto', 'pdflatex', 'xelatex', 'tectonic'] as const;

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  SECRET_KEY: secret.optional(),
  SECRET_KEY_BEFORE: secret.optional(),
  PROCESS: z.enum(['all', 'web', 'worker']).default('all'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default('plumbline'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'two capital letters (ISO 3166-1), e.g. DE')
    .optional(),
  CERTIFICATE_TEX: z.enum(CERTIFICATE_TEX, CERTIFICATE_TEX.join(', ')).optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  TSA_CA: z.string().optional(),
  REVOCATION_PRIVATE: z.enum(['0', '1'], '1 or 0').default('0'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  REMINDER_LEAD_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  REMINDER_HOUR: z.coerce.number().int().min(0).max(23).default(7),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  WEBHOOK_PRIVATE: z.enum(['0', '1'], '1 or 0').default('0'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeIssuer, 'an https address; http only on this machine (localhost, 127.0.0.1)')
    .optional(),
  OIDC_CLIENT_ID: z.string().max(255).optional(),
  OIDC_CLIENT_SECRET: z.string().max(1000).optional(),
  OIDC_NAME: z.string().max(60).optional(),
  OIDC_ROLE_CLAIM: z.string().max(255).optional(),
  OIDC_MFA_ACR: z.string().max(1000).default(''),
  OIDC_AUTO_CREATE: z.enum(['0', '1'], '1 or 0').default('0'),
  OIDC_ONLY: z.enum(['0', '1'], '1 or 0').default('0'),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'mailto: and an e-mail address, or an https address')
    .optional(),
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(600).default(20),
  TZ: z.string().refine(isTimeZone, 'a time zone by its IANA name, for example Europe/Berlin').optional()
});

export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the sign-in page calls it. */
  readonly name: string;
  /** The claim that states the role of an account that is created. */
  readonly roleClaim: string | undefined;
  /** Values of `acr` that count as several factors, besides `mfa` in `amr`. */
  readonly mfaAcr: readonly string[];
  /** Whether whoever has no account gets one. */
  readonly autoCreate: boolean;
  /** Whether there is no other way to sign in. */
  readonly only: boolean;
};

export type Config = {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Where people reach the service; links in certificates and mails are built from it. */
  readonly origin: string;
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL below `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  /** Where the embedded cluster lies, once it runs; never set where the database is another's matter. */
  readonly cluster?: string | undefined;
  readonly databasePool: number;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** 32 bytes; absent only before the embedded default is made in the data folder. */
  readonly secretKey: Buffer | undefined;
  /** The one before, while it is being replaced: what was sealed with it opens still. */
  readonly secretKeyBefore: Buffer | undefined;
  readonly process: 'all' | 'web' | 'worker';
  /** `publicEndpoint`: where browsers reach it, if not where this process does. */
  readonly s3:
    | {
        readonly endpoint: string;
        readonly publicEndpoint: string | undefined;
        readonly region: string;
        readonly bucket: string;
        readonly accessKey: string;
        readonly secretKey: string;
      }
    | undefined;
  /** Of the laboratories, as digital certificates state it. */
  readonly country: string | undefined;
  /** The TeX that sets templates outside of the embedded engine's subset. */
  readonly certificateTex: (typeof CERTIFICATE_TEX)[number] | undefined;
  readonly tsaUrl: string | undefined;
  /** Path of the certificates in PEM that time stamps must lead to. */
  readonly tsaCa: string | undefined;
  /** Whether certificates may name private addresses as those to ask whether they were revoked. */
  readonly revocationPrivate: boolean;
  readonly logLevel: string;
  readonly metricsToken: string | undefined;
  readonly reminderLeadDays: number;
  readonly reminderHour: number;
  readonly trustedProxies: number;
  /** Where a backup is written each night, and how many are kept there. */
  readonly backups:
    | { readonly keep: number; readonly folder: string }
    | { readonly keep: number; readonly bucket: string; readonly prefix: string }
    | undefined;
  /** The identity provider by which people may sign in. */
  readonly oidc: OidcConfig | undefined;
  /** Whether webhooks may reach private addresses, and by http. */
  readonly webhookPrivate: boolean;
  /** For how long a process that is told to stop still answers, while its readiness sends proxies elsewhere. */
  readonly drainSeconds: number;
  /** The keys of push messages; without them there are none. */
  readonly vapid: Vapid | undefined;
  readonly shutdownSeconds: number;
};

/** A configuration that cannot be used; the message lists every fault, one a line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Parses the environment.
 * @throws ConfigurationError naming each variable, what is wrong with it and what to set.
 */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is an unset one: compose files and shells cannot unset easily.
  const nonEmpty = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    throw new ConfigurationError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
    );
  }
  const env = parsed.data;
  const faults: string[] = [];
  if (env.DATABASE_URL !== undefined && env.SECRET_KEY === undefined && env.NODE_ENV === 'production') {
    faults.push(
      'SECRET_KEY: required with DATABASE_URL; set 64 hexadecimal digits (openssl rand -hex 32) and keep them'
    );
  }
  if (env.S3_ENDPOINT !== undefined && (env.S3_ACCESS_KEY === undefined || env.S3_SECRET_KEY === undefined)) {
    faults.push('S3_ACCESS_KEY, S3_SECRET_KEY: both are required with S3_ENDPOINT');
  }
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET].filter((value) => value !== undefined);
  if (oidc.length === 1 || oidc.length === 2) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: all three are required for single sign-on');
  }
  if (env.OIDC_ONLY === '1' && oidc.length === 0) {
    faults.push('OIDC_ONLY: nobody could sign in; set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET as well');
  }
  const vapid = readVapid(env, faults);
  const backups = readBackups(env, faults);
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    origin: (env.ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    migrations: resolve('./migrations'),
    secretKey: bytesOf(env.SECRET_KEY),
    secretKeyBefore: bytesOf(env.SECRET_KEY_BEFORE),
    process: env.PROCESS,
    s3:
      env.S3_ENDPOINT === undefined || env.S3_ACCESS_KEY === undefined || env.S3_SECRET_KEY === undefined
        ? undefined
        : {
            endpoint: env.S3_ENDPOINT,
            publicEndpoint: env.S3_PUBLIC_ENDPOINT,
            region: env.S3_REGION,
            bucket: env.S3_BUCKET,
            accessKey: env.S3_ACCESS_KEY,
            secretKey: env.S3_SECRET_KEY
          },
    country: env.COUNTRY,
    certificateTex: env.CERTIFICATE_TEX,
    tsaUrl: env.TSA_URL,
    tsaCa: env.TSA_CA,
    revocationPrivate: env.REVOCATION_PRIVATE === '1',
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    reminderLeadDays: env.REMINDER_LEAD_DAYS,
    reminderHour: env.REMINDER_HOUR,
    trustedProxies: env.TRUSTED_PROXIES,
    backups,
    webhookPrivate: env.WEBHOOK_PRIVATE === '1',
    drainSeconds: env.DRAIN_SECONDS,
    oidc: oidcOf(env),
    vapid,
    shutdownSeconds: env.SHUTDOWN_SECONDS
  };
}

function oidcOf(env: z.output<typeof environment>): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME ?? new URL(issuer).hostname,
    roleClaim: env.OIDC_ROLE_CLAIM,
    mfaAcr: env.OIDC_MFA_ACR.split(/[\s,]+/u).filter((value) => value !== ''),
    autoCreate: env.OIDC_AUTO_CREATE === '1',
    only: env.OIDC_ONLY === '1'
  };
}

function readBackups(env: z.output<typeof environment>, faults: string[]): Config['backups'] {
  const { BACKUP_TO: to, BACKUP_KEEP: keep } = env;
  if (to === undefined) return undefined;
  if (!to.startsWith('s3:')) return { keep, folder: resolve(to) };
  const [, bucket, prefix = ''] = BUCKET.exec(to) ?? [];
  if (bucket === undefined) {
    faults.push('BACKUP_TO: a folder, or s3://bucket/prefix; the prefix has lower-case letters, digits and . _ - /');
    return undefined;
  }
  if (env.S3_ENDPOINT === undefined) {
    faults.push('BACKUP_TO: a bucket of the S3 service that S3_ENDPOINT names; set it, or name a folder');
  } else if (bucket === env.S3_BUCKET) {
    faults.push('BACKUP_TO: another bucket than S3_BUCKET, where the app removes files that no record names');
  }
  return { keep, bucket, prefix };
}

function readVapid(env: z.output<typeof environment>, faults: string[]): Vapid | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (publicKey === undefined && privateKey === undefined) return undefined;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    faults.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: set all three, or none (npm run vapid-keys)');
    return undefined;
  }
  try {
    return vapidOf({ publicKey, privateKey, subject });
  } catch {
    faults.push(
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: they do not belong together; make new ones with npm run vapid-keys'
    );
    return undefined;
  }
}
