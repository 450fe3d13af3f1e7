/** Who enters the history of three years wants no word of each calibration in it. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { NotificationPreferences } from '#lib/contracts/preferences.ts';
import type { ApiClient } from './client.ts';

const PREFERENCES = '/users/me/notification-preferences';
const POLL_MS = 500;
/** What is not issued by then is told of; the demonstration is none the worse for it. */
const PATIENCE_MS = 180_000;

/** Does something while nobody is told of calibrations; what people had chosen counts again when the server has done its part. */
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

/** Jobs are done in the order in which they were asked for: behind the last certificate no notice is left. */
async function untilIssued(person: ApiClient): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const pending = await person.get<CalibrationHeader[]>('/calibrations?certificate_state=pending&limit=1');
    if (pending.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
