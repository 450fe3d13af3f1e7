/** What a queue entry or an edit is in until the server has it. */
export const UNSENT = ['waiting', 'sending', 'refused'] as const;
