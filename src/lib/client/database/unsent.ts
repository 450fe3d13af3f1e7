/** The states of a queue entry or an edit until the server has it. */
export const UNSENT = ['waiting', 'sending', 'refused'] as const;
