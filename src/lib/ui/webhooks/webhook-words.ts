/** The key of the words for an event. */
export const eventWord = (event: string): string => `webhooks.event.${event.replace('.', '_')}`;
