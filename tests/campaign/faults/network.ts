import { everywhere, type Fault } from '../fault.ts';
import { sometimes, type Passage } from '../network.ts';
import { chance as chanceOf, type Chance } from '../chance.ts';

const SHARE = 0.5;
const LATEST_MS = 1500;

/** Half of what passes between devices and server suffers it, as long as it lasts. */
const disturbed = (name: string, passage: (chance: Chance) => Passage, share = SHARE): Fault => ({
  name,
  isPossible: everywhere,
  inflict: async ({ network }, chance) => {
    // How many requests there are depends on the machine, so they have a chance of their own.
    const own = chanceOf(chance.between(1, 2 ** 31));
    network.disturb(sometimes(own, share, () => passage(own)));
    return network.calm;
  }
});

export const networkAway = disturbed('network-away', () => ({ kind: 'unreachable' }), 1);
export const answersCut = disturbed('answers-cut', (chance) => ({ kind: 'answer_cut', share: chance.next() * 0.99 }));
export const answersLate = disturbed('answers-late', (chance) => ({
  kind: 'answer_late',
  ms: chance.between(1, LATEST_MS)
}));
export const requestsDoubled = disturbed('requests-doubled', () => ({ kind: 'doubled' }));
export const requestsLate = disturbed('requests-late', (chance) => ({
  kind: 'arrives_late',
  ms: chance.between(1, LATEST_MS)
}));

/** The server has been updated, and understands the app of these devices no longer: they keep their queues, and are updated. */
export const appTooOld: Fault = {
  name: 'app-too-old',
  isPossible: everywhere,
  inflict: async ({ network, devices }) => {
    network.disturb(() => ({ kind: 'too_old' }));
    devices.forEach((device) => device.wake());
    return async () => {
      await network.calm();
      for (const device of devices) {
        device.kill();
        device.open();
      }
    };
  }
};
