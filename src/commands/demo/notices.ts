/** Entering three years of history should not send a notification for each calibration. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { NotificationPreferences } from '#lib/contracts/preferences.ts';
import type { ApiClient } from './client.ts';

const PREFERENCES = '/users/me/notification-preferences';
const POLL_MS = 500;
/** Certificates issued later are notified; that does no harm to the demonstration. */
const PATIENCE_MS = 180_000;

/**
 * Does something while notifications of calibrations are off; the users' preferences are restored when the server has
 * finished.
 */
export async function withoutNotices(people: readonly ApiClient[], act: () => Promise<void>): Promise<void> {
  const chosen = new Map<ApiClient, NotificationPreferences>();
  for (const person of people) {
    chosen.set(person, await person.get<NotificationPreferences>(PREFERENCES));
    await person.put(PREFERENCES, { calibration_recorded: { email: false, in_app: false } });
  }
  try {
    await act();
    const [first] = people;
    if (first !== undefined) await untilIssued(first);
  } finally {
    for (const [person, { calibration_recorded }] of chosen) await person.put(PREFERENCES, { calibration_recorded });
  }
}

/** Jobs run in the order in which they were enqueued: after the last certificate no notification is pending. */
async function untilIssued(person: ApiClient): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const pending = await person.get<CalibrationHeader[]>('/calibrations?certificate_state=pending&limit=1');
    if (pending.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
