/** Mail in tests: the queue is worked off by hand, so that a test decides when. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobName } from '#lib/server/jobs/queue.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute } from './database.ts';
import { superadmin } from './people.ts';
import { startSmtp, type TestSmtp } from './smtp-server.ts';

type Waiting = { readonly id: string; readonly name: JobName; readonly payload: unknown };

/** Jobs of these names that wait, oldest first, as the database holds them. */
export async function waitingJobs(url: string, ...names: JobName[]): Promise<readonly Waiting[]> {
  const { rows } = await execute(
    url,
    `SELECT j.id, t.identifier AS name, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = ANY ($1) ORDER BY j.id`,
    [names]
  );
  return rows as Waiting[];
}

/** Does what waits, once each; what fails is thrown and stays. */
export async function workOff(url: string, services: Services, ...names: JobName[]): Promise<number> {
  const jobs = await waitingJobs(url, ...names);
  for (const { id, name, payload } of jobs) {
    await (handlers[name] as (services: Services, payload: unknown) => Promise<unknown>)(services, payload);
    await execute(url, 'DELETE FROM graphile_worker._private_jobs WHERE id = $1', [id]);
  }
  return jobs.length;
}

/** Switches mail on, to a server of the test's own. */
export async function withMail(services: Services): Promise<TestSmtp> {
  const smtp = await startSmtp();
  await setMail(services, smtp);
  return smtp;
}

/** Points the mail settings to a server that runs. */
export async function setMail(services: Services, { port }: TestSmtp): Promise<void> {
  await updateEmailSettings(
    services,
    await superadmin(services),
    {
      enabled: true,
      host: '127.0.0.1',
      port,
      security: 'none',
      from_address: 'plumbline@laboratory.example',
      from_name: 'Plumbline'
    },
    null
  );
}

/** The token in the link of a mail. */
export const tokenIn = (source: string): string => /[?&]token=([A-Za-z0-9_-]+)/.exec(source)?.[1] ?? '';

/** A self-signed certificate for `localhost` and 127.0.0.1. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore'
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
