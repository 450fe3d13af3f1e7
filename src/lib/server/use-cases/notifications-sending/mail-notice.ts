import { SYSTEM } from '#lib/laboratory/actor.ts';
import { notificationLink, notificationText } from '#lib/laboratory/notifications/notification-text.ts';
import { kindOf, type EventCategory } from '#lib/records/notifications.ts';
import { findOrganizationName } from '#lib/server/db/organizations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { JobPayloads, NoticeSubject } from '#lib/server/jobs/queue.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailReader } from '#lib/server/use-cases/mail/mail-reader.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { eventOf, type FindNotices, type Notice } from './notice.ts';
import { NOTICES } from './notices.ts';

/**
 * Mails one person what happened, in their language. Whether they may still know, and whether mail is still on, is asked when the
 * mail goes out, not when it was enqueued. An address that somebody else wrote and the person has not confirmed is told nothing.
 * @throws MailFailure for another try
 */
export async function mailNotice(services: Services, { user_id, subject }: JobPayloads['mail_notice']): Promise<void> {
  const found = await transaction(services.pool, SYSTEM, async (tx) => {
    const server = await findMailServer(tx, services);
    const reader = await findMailReader(tx, user_id);
    if (server === null || reader === null) return null;
    const notice = await noticeFor(tx, user_id, subject);
    return notice === null || (await isHidden(tx, subject.category, notice)) ? null : { server, reader, notice };
  });
  if (found === null) return;
  const { server, reader, notice } = found;
  const link = notificationLink({
    category: subject.category,
    calibration_id: 'calibration_id' in subject.about ? subject.about.calibration_id : null,
    asset_id: notice.assetId,
    organization_id: notice.organizationId
  });
  const event = eventOf(subject.category, notice);
  const beware = kindOf(subject.category).beware === true;
  const text = notificationText(event, reader.language);
  const letter = { kind: 'notice', name: reader.full_name, link, beware, ...text } as const;
  await deliver(services, 'notice', server, composeMail(letter, reader, services.origin));
}

/** A deactivated organization is hidden, with all that happened in it (specification 3.3); a decision about oneself is one's own. */
const isHidden = async (tx: Tx, category: EventCategory, { organizationId }: Notice<EventCategory>): Promise<boolean> =>
  organizationId !== null && !kindOf(category).ofReader && (await findOrganizationName(tx, organizationId)) === null;

/** What there is to tell a person; `null` where it is not theirs to know any more. */
async function noticeFor(
  tx: Tx,
  userId: string,
  { category, about, event_key }: NoticeSubject
): Promise<Notice<EventCategory> | null> {
  // The category and what finds its event come from one job, which the compiler does not see.
  const find = NOTICES[category] as FindNotices<EventCategory>;
  const notices = await find(tx, about as never);
  return notices.find(({ eventKey, people }) => eventKey === event_key && people.includes(userId)) ?? null;
}
