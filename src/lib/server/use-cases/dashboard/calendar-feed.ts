import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { calendarFeedSchema } from '#lib/contracts/accounts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { actorOfSession } from '#lib/server/auth/actor-of-session.ts';
import { calendarFeedLimits, countAttempt } from '#lib/server/auth/attempt-limits.ts';
import { CALENDAR_TOKEN_PREFIX, findFeedReader } from '#lib/server/auth/sessions.ts';
import { deleteCalendarToken } from '#lib/server/db/access-tokens.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { listDueFrom } from '#lib/server/db/calendar.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { holdSession } from '#lib/server/use-cases/accounts/hold-session.ts';
import { issueAccessToken, tokenResource } from '#lib/server/use-cases/accounts/issue-access-token.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { calendarWords } from './calendar-words.ts';
import { writeDueCalendar } from './write-due-calendar.ts';

/** Older due dates are omitted: the app lists them. */
const DAYS_BACK = 366;
/** More than a calendar program shows in years; it fetches the feed every few hours, so its size is limited. */
const MOST_ENTRIES = 10_000;

/**
 * Creates the address of the caller's calendar feed; the previous one stops working. The address is returned only once.
 * @param sessionId the caller's session: a leaked token must not create others that outlive its revocation
 * @throws Refusal `forbidden` for a call by an access token
 */
export function createCalendarFeed(
  { pool, origin }: Services,
  actor: PersonActor,
  sessionId: string
): Promise<z.output<typeof calendarFeedSchema>> {
  const token = CALENDAR_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const name = calendarWords(actor.language).title;
  return transaction(pool, actor, async (tx) => {
    await holdSession(tx, sessionId);
    const before = await deleteCalendarToken(tx, actor.userId);
    if (before !== null) {
      const resource = tokenResource(before.id, before.name);
      await appendAudit(tx, actor, null, { action: 'access_token.deleted', resource });
    }
    const made = await issueAccessToken(tx, actor, token, { name, purpose: 'calendar', expiresAt: null });
    return { ...made, url: `${origin}/calendar.ics?token=${token}` };
  });
}

export type CalendarFile = { readonly text: string; readonly etag: string };

/**
 * The due dates that the owner of a feed may see now, as iCalendar (RFC 5545) in their language: after losing a
 * membership or being deactivated they can read nothing more.
 * @param address of the caller, for limits
 * @throws Refusal `too_many_requests`; `not_found` for a token that opens no feed, `inactive`, `unverified`
 */
export async function readCalendarFeed(
  { pool, origin, today }: Services,
  address: string,
  token: string
): Promise<CalendarFile> {
  const reader = await findFeedReader(pool, token);
  if (reader === null) {
    await countAttempt(pool, calendarFeedLimits(address));
    throw new Refusal('not_found', 'There is no calendar feed at this address. Create a new one in Plumbline.');
  }
  const actor = actorOfSession(reader, null);
  const entries = await transaction(pool, actor, (tx) => listDueFrom(tx, addDays(today(), -DAYS_BACK), MOST_ENTRIES));
  const text = writeDueCalendar(entries, calendarWords(actor.language), origin, today());
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
