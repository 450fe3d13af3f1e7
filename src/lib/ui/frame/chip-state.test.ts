import { expect, it } from 'vitest';
import { chipState } from './chip-state.ts';

const calm = { online: true, phase: 'idle', waiting: 0, attention: 0 } as const;

it('says online and all sent only when nothing waits', () => {
  expect(chipState(calm).tone).toBe('online');
  expect(chipState({ ...calm, waiting: 2 })).toEqual({ tone: 'waiting', count: 2, attention: 0 });
});
it('says sending only while there is something to send', () => {
  expect(chipState({ ...calm, phase: 'sending' }).tone).toBe('online');
  expect(chipState({ ...calm, phase: 'sending', waiting: 1 })).toEqual({ tone: 'sending', count: 1, attention: 0 });
});
it('lets offline outrank sending, and never hides what needs attention', () => {
  expect(chipState({ online: false, phase: 'sending', waiting: 1, attention: 3 })).toEqual({
    tone: 'offline',
    count: 1,
    attention: 3
  });
});
