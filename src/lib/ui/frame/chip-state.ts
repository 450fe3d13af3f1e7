export type ChipInput = {
  readonly online: boolean;
  readonly phase: 'idle' | 'sending' | 'receiving';
  readonly waiting: number;
  readonly attention: number;
};
export type ChipState = {
  readonly tone: 'offline' | 'sending' | 'waiting' | 'online';
  readonly count: number;
  readonly attention: number;
};

/** What the sync chip says. Being offline outranks all: it explains why something waits. */
export function chipState({ online, phase, waiting, attention }: ChipInput): ChipState {
  if (!online) return { tone: 'offline', count: waiting, attention };
  // Every sync begins by sending, also where there is nothing to send.
  if (phase === 'sending' && waiting > 0) return { tone: 'sending', count: waiting, attention };
  if (waiting > 0) return { tone: 'waiting', count: waiting, attention };
  return { tone: 'online', count: 0, attention };
}
