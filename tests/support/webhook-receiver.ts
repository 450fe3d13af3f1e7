/** A receiver of webhooks: a real HTTP server on the loopback, which keeps what it takes. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { Services } from '#lib/server/use-cases/services.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { execute } from './database.ts';

export type Taken = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: {
      readonly organization_id: string;
      readonly asset?: { readonly id: string; readonly asset_id: string };
      readonly calibration?: {
        readonly id: string;
        readonly version: number;
        readonly certificate_number: string;
      } | null;
      readonly [name: string]: unknown;
    };
  };
};
export type Receiver = { readonly url: string; readonly taken: Taken[]; readonly close: () => Promise<void> };

/** @param answer to a message that has come whole; 204 unless it is given */
export async function startReceiver(
  answer: (taken: Taken, response: ServerResponse) => void = (_taken, response) => void response.writeHead(204).end()
): Promise<Receiver> {
  const taken: Taken[] = [];
  const server = await listening((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { headers: request.headers, body, message: JSON.parse(body) as Taken['message'] };
      taken.push(one);
      answer(one, response);
    });
  });
  return { url: `${server.url}/hook`, taken, close: server.close };
}

export async function listening(
  listener: RequestListener
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
}

/** Checks a message as a receiver does, at the time at which it was sent. @throws WebhookVerificationError */
export function verified({ headers, body }: Pick<Taken, 'headers' | 'body'>, secret: string): unknown {
  vi.setSystemTime(Number(headers['webhook-timestamp']) * 1000);
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

/** Does the jobs that deliver, as the queue would, until no attempt is due at the test's own time. */
export async function deliverDue(url: string, services: Services): Promise<void> {
  const attempts = async () =>
    (await execute(url, 'SELECT id, attempts, last_attempt_at FROM webhook_deliveries ORDER BY id')).rows;
  for (let before = '', now = 'unknown'; before !== now;) {
    before = now;
    await deliverOnce(url, services);
    now = JSON.stringify(await attempts());
  }
}

/** Does each of the jobs that wait once; what it enqueues waits. */
export async function deliverOnce(url: string, services: Services): Promise<void> {
  const { rows } = await execute(
    url,
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'deliver_webhook' RETURNING j.payload`
  );
  for (const { payload } of rows as { payload: { webhook_id: string } }[]) {
    await handlers.deliver_webhook(services, payload);
  }
}
