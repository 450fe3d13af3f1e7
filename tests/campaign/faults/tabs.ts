import { everywhere, over, type Fault } from '../fault.ts';

/** The tab dies in the middle of what it does, and is opened again later. */
export const tabKilled: Fault = {
  name: 'tab-killed',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    const device = chance.oneOf(devices);
    device.kill();
    return async () => device.open();
  }
};

/** Something is saved, and the tab dies before the loop has done anything about it. */
export const tabKilledAtSave: Fault = {
  name: 'tab-killed-at-save',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    const device = chance.oneOf(devices);
    device.save();
    device.kill();
    return async () => device.open();
  }
};

/** Two tabs of one device believe that they lead, as over plain HTTP, which has no Web Locks. */
export const twoLeaders: Fault = {
  name: 'two-leaders',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    const device = chance.oneOf(devices);
    device.openTwice();
    device.save();
    return async () => {
      device.kill();
      device.open();
    };
  }
};

/** The browser gives a device's storage away. What it had not sent is gone with it, and nothing else. */
export const storageEvicted: Fault = {
  name: 'storage-evicted',
  isPossible: everywhere,
  inflict: async ({ devices }, chance) => {
    chance.oneOf(devices).evict();
    return over;
  }
};
