import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { workOff } from '../../../../../tests/support/mail.ts';
import { joined, organizationOf, person, refreshed, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { addMember } from './add-member.ts';
import { approveJoinRequest, listJoinRequests, rejectJoinRequest } from './decide-join-request.ts';
import { deactivateOrganization } from './deactivate-organization.ts';
import { getOrganization, listOrganizations } from './read-organizations.ts';
import { requestToJoin, withdrawJoinRequest } from './join-requests.ts';

let database: TestDatabase;
let services: Services;
let founder: PersonActor;
let second: PersonActor;
let newcomer: PersonActor;
let lab: Organization;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ founder, organization: lab } = await organizationOf(
    services,
    await person(services, 'technician', 'Fay Founder'),
    { name: 'Private Lab', private: true }
  ));
  second = await joined(services, await person(services, 'technician', 'Sam Second'), lab.id, 'admin');
  newcomer = await person(services, 'technician', 'Nia Newcomer');
});

const ask = (actor = newcomer) => requestToJoin(services, actor, lab.id);
const key = (requestId: string) => ({ organizationId: lab.id, requestId });
const waiting = async (actor = founder) => (await listJoinRequests(services, actor, lab.id, { limit: 50 })).items;
const inbox = async (actor: PersonActor) => (await listNotifications(services, actor, { limit: 50 })).items;
const tell = (requestId: string) => ({ organization_id: lab.id, join_request_id: requestId });
const refusedAs = (code: string) => expect.objectContaining({ code });

describe('non-member → request pending', () => {
  test('of a private organization too, of which its name stays all that is known', async () => {
    const request = await ask();
    expect(request).toMatchObject({ state: 'pending', user: { id: newcomer.userId }, decided_at: null });
    expect(await getOrganization(services, newcomer, lab.id)).toEqual({
      id: lab.id,
      name: 'Private Lab',
      private: true,
      is_active: true,
      is_member: false,
      has_pending_join_request: true
    });
    const seen = async (actor: PersonActor) =>
      (await listOrganizations(services, actor, {})).find(({ id }) => id === lab.id)?.has_pending_join_request;
    expect(await seen(newcomer)).toBe(true);
    expect(await seen(await person(services, 'viewer'))).toBe(false);
    expect(await seen(founder)).toBe(false);
    expect(await waiting()).toMatchObject([{ id: request.id, user: { full_name: 'Nia Newcomer' } }]);
  });

  test('sixty requests, each withdrawn, cause three notifications a day; another person’s request still causes one', async () => {
    const askedAndTold = async (actor: PersonActor) => {
      await notify(services, 'join_request', tell((await ask(actor)).id));
    };
    for (let turn = 0; turn < 60; turn++) {
      await askedAndTold(newcomer);
      await withdrawJoinRequest(services, newcomer, lab.id);
    }
    expect(await inbox(founder)).toHaveLength(3);
    await askedAndTold(await person(services, 'technician', 'Olga Other'));
    expect(await inbox(founder)).toHaveLength(4);
    await execute(database.url, `UPDATE join_requests SET created_at = created_at - interval '25 hours'`);
    await askedAndTold(newcomer);
    expect(await inbox(founder)).toHaveLength(5);
  });

  test('not twice, not by a member, not for one that is deactivated or unknown; five at once make one', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => ask()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(ask()).rejects.toEqual(refusedAs('request_pending'));
    await expect(ask(second)).rejects.toEqual(refusedAs('already_member'));
    await deactivateOrganization(services, founder, lab.id);
    await expect(ask(await person(services, 'admin'))).rejects.toEqual(refusedAs('not_found'));
    await expect(requestToJoin(services, newcomer, newcomer.userId)).rejects.toEqual(refusedAs('not_found'));
  });

  test('every admin is notified once, whatever their preferences; members and strangers are not', async () => {
    const member = await joined(services, await person(services, 'technician'), lab.id);
    const { id } = await ask();
    await Promise.all([1, 2].map(() => notify(services, 'join_request', tell(id))));
    for (const admin of [founder, second]) {
      expect(await inbox(admin)).toMatchObject([
        { category: 'join_request', title: 'Nia Newcomer wants to join', link: `/organizations/${lab.id}` }
      ]);
    }
    for (const other of [member, newcomer]) expect(await inbox(other)).toEqual([]);
  });

  test('it can be withdrawn once; then nobody is notified or decides', async () => {
    const { id } = await ask();
    await withdrawJoinRequest(services, newcomer, lab.id);
    await expect(withdrawJoinRequest(services, newcomer, lab.id)).rejects.toEqual(refusedAs('not_found'));
    await notify(services, 'join_request', tell(id));
    expect(await inbox(founder)).toEqual([]);
    expect(await waiting()).toEqual([]);
    await expect(approveJoinRequest(services, founder, key(id))).rejects.toEqual(refusedAs('already_decided'));
    expect(await ask()).toMatchObject({ state: 'pending' });
  });
});

describe('request pending → member, or no request', () => {
  test('approved: the person becomes a member and is notified', async () => {
    const { id } = await ask();
    expect(await approveJoinRequest(services, founder, key(id))).toMatchObject({ state: 'approved' });
    const member = await refreshed(services, newcomer);
    expect(member.memberships.get(lab.id)).toBe('member');
    expect(await getOrganization(services, member, lab.id)).toMatchObject({
      is_member: true,
      has_pending_join_request: false
    });
    await notify(services, 'join_decision', tell(id));
    expect(await inbox(member)).toMatchObject([{ category: 'join_decision', title: 'Welcome to Private Lab' }]);
  });

  test('rejected: still outside, notified although the organization is private, and free to ask again', async () => {
    const { id } = await ask();
    expect(await rejectJoinRequest(services, second, key(id))).toMatchObject({ state: 'rejected' });
    await notify(services, 'join_decision', tell(id));
    expect(await inbox(newcomer)).toMatchObject([{ title: 'Your request to Private Lab was declined' }]);
    expect((await refreshed(services, newcomer)).memberships.size).toBe(0);
    expect(await ask()).toMatchObject({ state: 'pending' });
  });

  test('of two admins who decide at once, one wins', async () => {
    for (let round = 0; round < 6; round++) {
      const asking = await person(services, 'technician');
      const { id } = await ask(asking);
      const outcomes = await Promise.allSettled([
        approveJoinRequest(services, founder, key(id)),
        rejectJoinRequest(services, second, key(id))
      ]);
      const won = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'already_decided' }
      });
      const approved = outcomes[0]?.status === 'fulfilled';
      expect((await refreshed(services, asking)).memberships.has(lab.id)).toBe(approved);
    }
  });

  test('only by its admins and superadmins, and not for a request of another organization', async () => {
    const { id } = await ask();
    const member = await joined(services, await person(services, 'admin'), lab.id);
    const viewer = await joined(services, await person(services, 'viewer'), lab.id, 'admin');
    for (const [actor, code] of [
      [member, 'forbidden'],
      [viewer, 'forbidden'],
      [newcomer, 'not_found'],
      [await person(services, 'admin'), 'not_found']
    ] as const) {
      await expect(approveJoinRequest(services, actor, key(id))).rejects.toEqual(refusedAs(code));
      await expect(rejectJoinRequest(services, actor, key(id))).rejects.toEqual(refusedAs(code));
      await expect(waiting(actor)).rejects.toEqual(refusedAs(code));
    }
    const other = await organizationOf(services, await person(services, 'technician'));
    await expect(
      approveJoinRequest(services, other.founder, { organizationId: other.organization.id, requestId: id })
    ).rejects.toEqual(refusedAs('not_found'));
    expect(await approveJoinRequest(services, await superadmin(services), key(id))).toMatchObject({
      state: 'approved'
    });
  });

  test.each(['its admin', 'an administrator of accounts'])(
    'who is made a member by %s waits no longer, and is told',
    async (by) => {
      const { id } = await ask();
      const memberships = [{ organization_id: lab.id, role: 'member' as const }];
      if (by === 'its admin') await addMember(services, founder, lab.id, { user_id: newcomer.userId, role: 'member' });
      else await updateUser(services, await superadmin(services), newcomer.userId, { memberships }, null);
      expect(await waiting()).toEqual([]);
      await workOff(database.url, services, 'notify_join_decision');
      expect(await inbox(await refreshed(services, newcomer))).toMatchObject([
        { category: 'join_decision', title: 'Welcome to Private Lab' }
      ]);
      await expect(rejectJoinRequest(services, founder, key(id))).rejects.toEqual(refusedAs('already_decided'));
    }
  );
});

test('the history names who asked and who decided', async () => {
  const { id } = await ask();
  await approveJoinRequest(services, second, key(id));
  const { rows } = await execute(
    database.url,
    `SELECT action, actor_name, resource_label FROM audit_log
     WHERE organization_id = $1 AND action LIKE 'join_request.%' ORDER BY number`,
    [lab.id]
  );
  expect(rows).toEqual([
    { action: 'join_request.created', actor_name: 'Nia Newcomer', resource_label: 'Nia Newcomer' },
    { action: 'join_request.approved', actor_name: 'Sam Second', resource_label: 'Nia Newcomer' }
  ]);
});
