import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { analyze } from '#lib/metrology/analyze.ts';
import { previewTemplatePdf } from '#lib/server/prints/preview-template-pdf.ts';
import { refusingTemplates } from '#lib/server/prints/refusing-templates.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { createMailer } from '#lib/server/mail/mailer.ts';
import { readWhole } from '#lib/server/reading/large-bodies.ts';
import { drawStickers } from '#lib/server/stickers/draw-stickers.ts';
import { folderStore } from '#lib/server/storage/folder-store.ts';
import { createAskAddress } from '#lib/server/webhooks/ask-address.ts';
import { createWebhookSender } from '#lib/server/webhooks/send-message.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { TestDatabase } from './database.ts';

export const TODAY = '2026-11-21';

/** What use-cases work with, over a test's own database and folder; the clock stands still unless one is given. */
export async function testServices(database: TestDatabase, given: Partial<Services> = {}): Promise<Services> {
  const secretKey = Buffer.alloc(32, 7);
  const now = () => new Date(`${TODAY}T09:30:00Z`);
  const origin = 'http://localhost:3000';
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-store-'));
  return {
    pool: database.pool,
    store: folderStore({ folder, origin, secretKey, now }),
    mailer: createMailer(),
    webhooks: createWebhookSender({ allowPrivate: true }),
    push: undefined,
    askAddress: createAskAddress({ allowPrivate: true }),
    // In the calling thread: benches run without what makes the script of a thread.
    analyses: {
      analyze: async (request) => analyze(request),
      analyzeText: async (text) => new TextEncoder().encode(JSON.stringify(analyze(readWhole('analyze', text)))),
      stop: () => undefined
    },
    reading: { read: async (name, text) => readWhole(name, text), stop: () => undefined },
    prints: {
      issue: ({ facts, key, ...options }) => refusingTemplates(issueCertificatePdf(facts, key, options)),
      copy: (_person, { facts, key, ...options }) => refusingTemplates(issueCertificatePdf(facts, key, options)),
      preview: (_person, order) => previewTemplatePdf({ ...order, tex: null }),
      tex: null,
      stickers: (_person, work) => work(drawStickers),
      issuing: new InHand(),
      stop: () => undefined
    },
    dccFiles: {
      read: async (_person, { bytes, languages }) =>
        new TextEncoder().encode(JSON.stringify(readDcc(bytes, languages))),
      stop: () => undefined
    },
    log: pino({ level: 'silent' }),
    now,
    today: () => TODAY,
    origin,
    migrations: 'migrations',
    reminderLeadDays: 30,
    reminderHour: 7,
    timeStamps: undefined,
    own: { id: randomUUID(), kind: 'all', name: 'test 1', version: '0.0.0', startedAt: now() },
    country: 'GB',
    secretKey,
    ...given
  };
}
