import type { AuditEntry } from '#lib/contracts/audit.ts';
import type { Translate } from '#lib/i18n/translate.ts';

/** The word of a job by its name in the queue; all that notify people have one. */
export const jobWord = (name: string): string => `jobs.name.${name.startsWith('notify_') ? 'notify' : name}`;

/** What the record of an audit entry is called on screens: a job, which the log names as the queue does, by its word and its number. */
export function recordLabel(
  say: Translate,
  { resource_type, resource_label }: Pick<AuditEntry, 'resource_type' | 'resource_label'>
): string {
  if (resource_type !== 'job') return resource_label;
  const [name = '', ...number] = resource_label.split(' ');
  return [say(jobWord(name), { default: name }), ...number].join(' ');
}
