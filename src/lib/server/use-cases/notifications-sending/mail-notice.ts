import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { notificationLink, notificationText } from '#lib/laboratory/notifications/notification-text.ts';
import { findCalibratingMembers, findCertificateDeciders } from '#lib/server/db/calibrating-members.ts';
import { isOfReader } from '#lib/records/notifications.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { findRequestToTell } from '#lib/server/db/join-requests.ts';
import { findAdmins } from '#lib/server/db/memberships.ts';
import { findOrganizationName } from '#lib/server/db/organizations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';
import type { JobPayloads, NoticeSubject } from '#lib/server/jobs/queue.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { heldEvent } from './notify-certificate-held.ts';
import { failedEventFor } from './notify-out-of-tolerance.ts';
import { recordedEvent } from './recorded-event.ts';

type Notice = { readonly event: NotificationEvent; readonly assetId: string | null; readonly organizationId: string };

/**
 * Mails one person what happened, in their language. Whether they may still know, and whether mail is still on, is asked when the
 * mail goes out, not when it was enqueued. An address that somebody else wrote and the person has not confirmed is told nothing.
 * @throws MailFailure for another try
 */
export async function mailNotice(services: Services, { user_id, about }: JobPayloads['mail_notice']): Promise<void> {
  const found = await transaction(services.pool, SYSTEM, async (tx) => {
    const server = await findMailServer(tx, services);
    const reader = await findUser(tx, user_id);
    if (server === null || !reader?.is_active || !reader.is_verified || reader.former_email !== null) return null;
    const notice = await noticeFor(tx, user_id, about);
    return notice === null || (await isHidden(tx, notice)) ? null : { server, reader, notice };
  });
  if (found === null) return;
  const { server, reader, notice } = found;
  const link = notificationLink({
    category: notice.event.category,
    calibration_id: 'calibration_id' in about ? about.calibration_id : null,
    asset_id: notice.assetId,
    organization_id: notice.organizationId
  });
  const text = notificationText(notice.event, reader.language);
  const letter = { kind: 'notice', name: reader.full_name, link, ...text } as const;
  await deliver(services, server, composeMail(letter, reader, services.origin));
}

/** A deactivated organization is hidden, with all that happened in it (specification 3.3); a decision about oneself is one's own. */
const isHidden = async (tx: Tx, { event, organizationId }: Notice): Promise<boolean> =>
  !isOfReader(event.category) && (await findOrganizationName(tx, organizationId)) === null;

/** What there is to tell a person; `null` where it is not theirs to know any more. */
async function noticeFor(tx: Tx, userId: string, about: NoticeSubject): Promise<Notice | null> {
  if (about.category === 'calibration_recorded') {
    const found = await findCertifiable(tx, about.calibration_id);
    if (found === null) return null;
    const organizationId = found.calibration.organization_id;
    if (!(await findCalibratingMembers(tx, organizationId)).includes(userId)) return null;
    return { event: recordedEvent(found), assetId: found.calibration.asset.id, organizationId };
  }
  if (about.category === 'certificate_held') {
    const found = await findCertifiable(tx, about.calibration_id);
    // Decided by now: there is nothing left to do.
    if (found?.calibration.certificate?.state !== 'held' || found.calibration.voided !== null) return null;
    const organizationId = found.calibration.organization_id;
    if (!(await findCertificateDeciders(tx, organizationId)).includes(userId)) return null;
    return { event: heldEvent(found), assetId: found.calibration.asset.id, organizationId };
  }
  if (about.category === 'out_of_tolerance') {
    const { organization_id: organizationId } = about;
    const found = await findCertifiable(tx, about.calibration_id);
    if (found === null || !(await findCalibratingMembers(tx, organizationId)).includes(userId)) return null;
    const event = await failedEventFor(tx, found, organizationId);
    return { event, assetId: found.calibration.asset.id, organizationId };
  }
  const request = await findRequestToTell(tx, about.organization_id, about.join_request_id);
  if (request === null) return null;
  const { organization, person, state, organization_id: organizationId } = request;
  if (about.category === 'join_request') {
    if (state !== 'pending' || !(await findAdmins(tx, organizationId)).includes(userId)) return null;
    return { event: { category: 'join_request', parameters: { person, organization } }, assetId: null, organizationId };
  }
  if (request.user_id !== userId || !['approved', 'rejected'].includes(state)) return null;
  const parameters = { organization, accepted: state === 'approved' };
  return { event: { category: 'join_decision', parameters }, assetId: null, organizationId };
}
