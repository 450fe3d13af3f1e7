/** The key of the words for an event of webhooks, in their log and in the audit log. */
export const eventWord = (event: string): string => `audit.value.events.${event.replace('.', '_')}`;
