import type { Chance } from '../chance.ts';
import { everywhere, type Cure, type Fault } from '../fault.ts';
import { rest, type Rest } from '../rest.ts';
import type { Device } from '../device.ts';
import type { Technician } from '../laboratory.ts';
import type { World } from '../world.ts';

type Hit = { readonly device: Device; readonly technician: Technician; readonly admin: Rest; readonly at: string };

/** The access of one of the technicians ends, and comes back; then the person sends again what was refused meanwhile. */
const lost = (name: string, end: (hit: Hit) => Promise<Cure>): Fault => ({
  name,
  isPossible: everywhere,
  inflict: async (world, chance) => {
    const hit = chosen(world, chance);
    const restore = await end(hit);
    hit.device.save();
    return async () => {
      await restore();
      await hit.device.resend();
    };
  }
});

function chosen({ app, devices, technicians, laboratory }: World, chance: Chance): Hit {
  const place = chance.between(0, devices.length - 1);
  const [device, technician] = [devices[place], technicians[place]];
  if (device === undefined || technician === undefined) throw new Error('There is no device.');
  const at = `/organizations/${laboratory.organizationId}/members`;
  return { device, technician, admin: rest(app.origin, laboratory.token), at };
}

export const membershipLost = lost('membership-lost', async ({ admin, at, technician: { userId } }) => {
  await admin('DELETE', `${at}/${userId}`);
  return () => admin('POST', at, { user_id: userId, role: 'member' });
});

/** Of the account: a viewer records nothing. */
export const roleLowered = lost('role-lowered', async ({ admin, technician: { userId } }) => {
  const be = (role: string) => admin<undefined>('PUT', `/users/${userId}`, { role });
  await be('viewer');
  return async () => void (await be('technician'));
});

/** Every session of the person ends; the device gets a new one. */
export const signedOut = lost('signed-out', async ({ device, technician }) => {
  await technician.signOut();
  device.wake();
  return async () => {
    const token = await technician.signIn();
    device.kill();
    device.open(token);
  };
});
