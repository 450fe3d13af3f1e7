import type { Language } from '#lib/contracts/primitives.ts';
import { longDay } from '#lib/laboratory/notifications/notification-text.ts';
import type { MailedReminder } from '#lib/server/db/reminders.ts';
import type { Letter, LetterGroup, LetterLine } from '#lib/server/mail/compose-mail.ts';

/** Longer lists are not read in a mail; some mail programs cut them at 100 kB. */
const MOST_LINES = 200;

/**
 * All that is due for one person, grouped by organization and location.
 * @param reminders earliest first; the groups are in order of their names, instruments without a location last
 */
export function reminderLetter(
  reader: { readonly full_name: string; readonly language: Language },
  reminders: readonly MailedReminder[]
): Extract<Letter, { kind: 'reminders' }> {
  const listed = reminders.slice(0, MOST_LINES);
  const overdue = reminders.filter(({ threshold }) => threshold === 'overdue').length;
  return {
    kind: 'reminders',
    name: reader.full_name,
    overdue,
    dueSoon: reminders.length - overdue,
    groups: groupsOf(listed, reader.language),
    more: reminders.length - listed.length
  };
}

function groupsOf(reminders: readonly MailedReminder[], language: Language): readonly LetterGroup[] {
  const groups = new Map<string, LetterGroup & { readonly lines: LetterLine[] }>();
  for (const reminder of reminders) {
    const { organization_id, organization_name: organization, location_name: location } = reminder;
    const key = JSON.stringify([organization_id, location]);
    const group = groups.get(key) ?? { organization, location, lines: [] };
    groups.set(key, group);
    group.lines.push(lineOf(reminder, language));
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...groups.values()].sort(
    (a, b) =>
      compare(a.organization, b.organization) ||
      Number(a.location === null) - Number(b.location === null) ||
      compare(a.location ?? '', b.location ?? '')
  );
}

function lineOf(reminder: MailedReminder, language: Language): LetterLine {
  const { id, asset_id, name, channel_name, task_name, due_date, threshold } = reminder;
  const instrument = [asset_id, name, channel_name].filter((part) => part !== null).join(' · ');
  return {
    what: task_name === null ? instrument : `${instrument} (${task_name})`,
    day: longDay(due_date, language),
    overdue: threshold === 'overdue',
    link: `/assets/${id}`
  };
}
