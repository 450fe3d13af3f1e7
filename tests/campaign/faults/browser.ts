import { everywhere, over, type Fault } from '../fault.ts';

/** kill -9 of the browser in the middle of what somebody does in it; it is opened again. */
export const browserKilled: Fault = {
  name: 'browser-killed',
  isPossible: everywhere,
  needsTablet: true,
  inflict: async (world) => {
    await (await world.tablet()).killBrowser();
    return over;
  }
};

/** The browser has no more room for the app: what cannot be stored is not called saved. */
export const browserFull: Fault = {
  name: 'browser-full',
  isPossible: everywhere,
  needsTablet: true,
  inflict: async (world) => {
    const tablet = await world.tablet();
    await tablet.grantNoRoom();
    return tablet.grantRoom;
  }
};
