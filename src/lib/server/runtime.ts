import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startAnalyses } from './analyses/start-analyses.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { createOidc } from './auth/oidc.ts';
import { ConfigurationError, type Config } from './config.ts';
import { clusterFiles } from './db/embedded/cluster-files.ts';
import { failureOf } from './db/failure.ts';
import { listenForChanges, type ChangeListener } from './db/listener.ts';
import { openPool } from './db/pool.ts';
import { measureQueue } from './db/system.ts';
import { transaction } from './db/transaction.ts';
import { startDccReading } from './dcc/start-dcc-reading.ts';
import { startJobs } from './jobs/runner.ts';
import { handover } from './handover.ts';
import { createLog } from './logging/create-log.ts';
import { logUnforeseen } from './logging/log-unforeseen.ts';
import { createMailer } from './mail/mailer.ts';
import { measureQueueWhenRead } from './metrics/measure-queue.ts';
import { installedTex } from './prints/installed-tex.ts';
import { startPrints } from './prints/start-prints.ts';
import { startReading } from './reading/start-reading.ts';
import { backupBucket, backupFolder, type BackupPlace } from './storage/backup-place.ts';
import { folderStore } from './storage/folder-store.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { S3StoreOptions } from './storage/s3-store.ts';
import { watchCopies } from './use-cases/copies/watch-copies.ts';
import { checkReadiness } from './use-cases/operations/check-readiness.ts';
import { keepHeartbeat } from './use-cases/operations/keep-heartbeat.ts';
import type { Services } from './use-cases/services.ts';
import { createAskAddress } from './webhooks/ask-address.ts';
import { createWebhookSender } from './webhooks/send-message.ts';

/** Everything of this process that lives longer than a request; made once. */
export type Runtime = {
  readonly config: Config;
  readonly services: Services;
  readonly changes: ChangeListener;
  /** Whether this process can work with its database. Never throws. */
  readonly isReady: () => Promise<boolean>;
  /** Finishes the jobs in hand and closes every connection. */
  readonly stop: () => Promise<void>;
};

/**
 * Opens pool, store, listener and jobs against a database that is migrated already (prepare-database.ts).
 * @param fail ends the process, with a sentence for the person at the console
 * @throws Error when the configuration was not completed by a command: database and secret key must be there.
 */
export async function startRuntime(config: Config, fail: (sentence: string) => void): Promise<Runtime> {
  const { databaseUrl, secretKey } = config;
  if (databaseUrl === undefined || secretKey === undefined) {
    throw new Error(
      'The server is started by npm start or npm run dev, which find or make its database and secret key.'
    );
  }
  const log = createLog(config.logLevel);
  const forget = logUnforeseen(log, isOfTheWorld, fail);
  const pool = await openPool(databaseUrl, config.databasePool);
  const services: Services = {
    pool,
    store: await openStore(config, secretKey),
    mailer: createMailer(),
    webhooks: createWebhookSender({ allowPrivate: config.webhookPrivate }),
    push: config.vapid && { sender: createWebhookSender({ allowPrivate: false }), vapid: config.vapid },
    askAddress: createAskAddress({ allowPrivate: config.revocationPrivate }),
    analyses: startAnalyses(),
    reading: startReading(),
    prints: startPrints({ tex: await texOf(config, log) }),
    dccFiles: startDccReading(),
    log,
    now,
    today: () => calendarDate(new Date()),
    origin: config.origin,
    migrations: config.migrations,
    reminderLeadDays: config.reminderLeadDays,
    reminderHour: config.reminderHour,
    backups: await openBackups(config),
    timeStamps: await timeStampServer(config),
    own: {
      id: randomUUID(),
      kind: config.process,
      name: `${hostname()} ${process.pid}`,
      version: __PLUMBLINE_VERSION__,
      startedAt: now()
    },
    country: config.country,
    oidc: config.oidc && createOidc(config.oidc, config.origin),
    secretKey,
    secretKeyBefore: config.secretKeyBefore
  };
  const stopWatching = await watchCopies(
    services,
    config.cluster === undefined ? '' : await clusterFiles(config.cluster)
  );
  const changes = listenForChanges(databaseUrl, log);
  measureQueueWhenRead(() => transaction(pool, SYSTEM, measureQueue));
  const endHeartbeat = keepHeartbeat(services, () => handover().draining === true);
  const jobs = config.process === 'web' ? null : await startJobs(databaseUrl, services);
  return {
    config,
    services,
    changes,
    isReady: async () => (await checkReadiness(services)).parts.database === 'ok',
    stop: async () => {
      await changes.stop();
      await jobs?.stop();
      await stopWatching();
      await endHeartbeat();
      services.analyses.stop();
      services.reading.stop();
      services.prints.stop();
      services.dccFiles.stop();
      services.mailer.close();
      await pool.end();
      forget();
    }
  };
}

const now = () => new Date();

/** The database is away or a disk is full: nothing in the process is broken by it. */
const isOfTheWorld = (thrown: unknown): boolean => failureOf(thrown) !== null;

/** A bucket where one is configured, else the folder `objects` of the data folder. */
const openStore = async ({ s3, dataDir, origin }: Config, secretKey: Buffer): Promise<ObjectStore> =>
  s3 === undefined
    ? folderStore({ folder: join(dataDir, 'objects'), origin, secretKey, now })
    : openBucket({ ...s3, now });

/** Its library is large: a start without a bucket does not wait for it. */
async function openBucket(bucket: S3StoreOptions): Promise<ObjectStore> {
  const { s3Store } = await import('./storage/s3-store.ts');
  return s3Store(bucket);
}

async function openBackups({ backups, s3 }: Config): Promise<BackupPlace | undefined> {
  if (backups === undefined) return undefined;
  if ('folder' in backups) return backupFolder(backups.folder, backups.keep);
  // The configuration has made sure of the service.
  if (s3 === undefined) return undefined;
  const { bucket, prefix, keep } = backups;
  return backupBucket(await openBucket({ ...s3, bucket, now }), { where: `s3://${bucket}/${prefix}`, prefix, keep });
}

/** The calendar date of an instant in the time zone of the process (`TZ`). */
const calendarDate = (instant: Date): string =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** @throws ConfigurationError if the TeX that is asked for is not installed */
async function texOf({ certificateTex }: Config, log: Services['log']): Promise<Services['prints']['tex']> {
  if (certificateTex === undefined) return null;
  const tex = await installedTex(certificateTex).catch((thrown: unknown) => {
    throw new ConfigurationError(thrown instanceof Error ? thrown.message : String(thrown));
  });
  if (tex) log.info({ tex: tex.version, sandbox: tex.bubblewrap !== null }, 'templates may be set by TeX');
  else log.warn('CERTIFICATE_TEX is auto, and no TeX is installed: templates are set by the embedded engine alone');
  return tex;
}

/** @throws ConfigurationError if the file of trusted certificates cannot be read or has none. */
async function timeStampServer({ tsaUrl: url, tsaCa }: Config): Promise<Services['timeStamps']> {
  if (url === undefined) return undefined;
  if (tsaCa === undefined) return { url };
  const anchorsPem = await readFile(tsaCa, 'utf8').catch((thrown: unknown) => {
    throw new ConfigurationError(`TSA_CA: ${tsaCa} cannot be read (${String(thrown)})`);
  });
  if (!anchorsPem.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigurationError(`TSA_CA: ${tsaCa} has no certificate in PEM`);
  return { url, anchorsPem };
}
