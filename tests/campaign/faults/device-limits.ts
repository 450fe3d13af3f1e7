import { everywhere, type Fault } from '../fault.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

/** The browser grants a device no more room: nothing can be saved or pulled, and what is under way cannot be written down. */
export const quotaExceeded: Fault = {
  name: 'quota-exceeded',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    const { room } = chance.oneOf(devices);
    room.full = true;
    return async () => {
      room.full = false;
    };
  }
};

/** The clock of a device is two days off. */
export const clockOff: Fault = {
  name: 'clock-off',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    const device = chance.oneOf(devices);
    device.setClock(chance.oneOf([-TWO_DAYS_MS, TWO_DAYS_MS]));
    device.wake();
    return async () => device.setClock(0);
  }
};
