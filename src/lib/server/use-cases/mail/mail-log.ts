import type { LoggedMail, MailKind } from '#lib/contracts/system.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { logMail, pageOfMails, type MailFilter } from '#lib/server/db/mail-log.ts';
import { reading, transaction } from '#lib/server/db/transaction.ts';
import { MailFailure, type Message } from '#lib/server/mail/mailer.ts';
import { mailSeconds } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { maskAddress } from './mask-address.ts';

/** @throws Refusal `forbidden`, `invalid_cursor` */
export function listMails({ pool }: Services, actor: PersonActor, filter: MailFilter): Promise<Page<LoggedMail>> {
  assertMay(actor, 'system.read');
  return reading(pool, actor, (tx) => pageOfMails(tx, filter));
}

/**
 * Does what sends a mail, counts it and writes down what became of it. That it cannot be written down is no reason to send it twice: it
 * is logged.
 * @throws what `send` throws
 */
export async function logged(
  services: Services,
  { kind, to }: { readonly kind: MailKind } & Pick<Message, 'to'>,
  send: () => Promise<void>
): Promise<void> {
  const { pool, log, job } = services;
  const begun = performance.now();
  const note = async (outcome: Pick<LoggedMail, 'state' | 'reason' | 'reply_code'>) => {
    mailSeconds.observe({ kind, outcome: outcome.state }, (performance.now() - begun) / 1000);
    const recipient = kind === 'certificate' ? maskAddress(to) : to;
    const row = { kind, to: recipient, job_id: job?.id ?? null, ...outcome };
    await transaction(pool, SYSTEM, (tx) => logMail(tx, row)).catch((err: unknown) =>
      log.warn({ err }, 'what became of a mail could not be written down')
    );
  };
  try {
    await send();
  } catch (thrown) {
    if (thrown instanceof MailFailure) {
      const isLast = thrown.permanent || job === undefined || job.attempt >= job.most;
      await note({ state: isLast ? 'failed' : 'retrying', reason: thrown.fault, reply_code: thrown.replyCode });
    }
    throw thrown;
  }
  await note({ state: 'sent', reason: null, reply_code: null });
}
