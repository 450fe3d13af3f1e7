/** Races of the transitions of specification 3.1 to 3.4 that no test of a single use-case holds: several at once, one outcome. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { forgotPassword } from '#lib/server/use-cases/accounts/ask-for-mail.ts';
import { register } from '#lib/server/use-cases/accounts/register.ts';
import { resetPassword } from '#lib/server/use-cases/accounts/reset-password.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import {
  deactivateOrganization,
  restoreOrganization
} from '#lib/server/use-cases/organizations/deactivate-organization.ts';
import { leaveOrganization, removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { tokenIn, withMail, workOff } from '../support/mail.ts';
import { CLIENT, joined, organizationOf, PASSWORD, person, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import type { TestSmtp } from '../support/smtp-server.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let smtp: TestSmtp;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  smtp = await withMail(services);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

const address = () => `${randomUUID()}@laboratory.example`;
const times = <T>(count: number, act: (turn: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, turn) => act(turn)));
/** How many came through, and the codes of the others. */
function outcome(settled: readonly PromiseSettledResult<unknown>[]): [number, string[]] {
  const refused = settled.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code?: string }).code ?? String(one.reason)] : []
  );
  return [settled.length - refused.length, [...new Set(refused)]];
}
async function count(statement: string, values: unknown[]): Promise<number> {
  const { rows } = await execute(database.url, `SELECT count(*)::int AS n FROM ${statement}`, values);
  return (rows[0] as { n: number }).n;
}
const recorded = (action: string, resource: string) =>
  count('audit_log WHERE action = $1 AND resource_id = $2', [action, resource]);

describe('3.1', () => {
  const about = (email: string) => ({ email, password: PASSWORD, full_name: 'Rita Registered' });

  test('(none) → unverified: five registrations of one address at once create one account with one token', async () => {
    const email = address();
    const settled = await times(5, (turn) =>
      register(services, { ...CLIENT, address: `192.0.2.${turn}` }, about(email))
    );
    expect(outcome(settled)).toEqual([1, ['email_taken']]);
    await workOff(database.url, services, 'mail_account');
    expect(await count('account_tokens t JOIN users u ON u.id = t.user_id WHERE u.email = $1', [email])).toBe(1);
  });

  test('(none) → verified: of five admins who make one account at once, one does', async () => {
    const email = address();
    const settled = await times(5, () => createUser(services, boss, { ...about(email), role: 'viewer' }));
    expect(outcome(settled)).toEqual([1, ['email_taken']]);
    expect(await count('users WHERE email = $1 AND is_verified', [email])).toBe(1);
  });

  test('unverified → verified: five activations at once are one', async () => {
    const { id } = await register(services, CLIENT, about(address()));
    expect(outcome(await times(5, () => updateUser(services, boss, id, { is_verified: true }, null)))).toEqual([5, []]);
    expect(await recorded('user.updated', id)).toBe(1);
  });
});

describe('3.2', () => {
  test('none → token issued: who asks three times at once has one token, and only the last mail’s works', async () => {
    const actor = await person(services, 'technician');
    const { email } = await getMe(services, actor);
    await workOff(database.url, services, 'mail_account');
    await times(3, () => forgotPassword(services, { ...CLIENT, address: actor.userId }, { email }));
    smtp.mails.length = 0;
    expect(await workOff(database.url, services, 'mail_account')).toBe(3);
    expect(await count('account_tokens WHERE user_id = $1', [actor.userId])).toBe(1);
    const mailed = smtp.mails.map(({ source }) => tokenIn(source));
    expect(new Set(mailed).size).toBe(3);
    const used = await times(3, (turn) =>
      resetPassword(services, CLIENT, { token: mailed[turn] ?? '', new_password: 'the bob of a plumb line' })
    );
    expect(used.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});

describe('3.3', () => {
  test('(none) → active: a viewer founds none; who founds two at once is the first admin of each', async () => {
    const viewer = await person(services, 'viewer');
    expect(() => createOrganization(services, viewer, { name: 'None' })).toThrow(
      expect.objectContaining({ code: 'forbidden' })
    );
    const founder = await person(services, 'technician');
    expect(outcome(await times(2, () => createOrganization(services, founder, { name: 'Twin' })))).toEqual([2, []]);
    expect(await count(`memberships WHERE user_id = $1 AND role = 'admin'`, [founder.userId])).toBe(2);
  });

  test('active → deactivated: three who deactivate it at once do so once', async () => {
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
    const [done] = outcome(
      await times(3, (turn) => deactivateOrganization(services, turn === 0 ? founder : boss, organization.id))
    );
    expect(done).toBeGreaterThanOrEqual(1);
    expect(await recorded('organization.deactivated', organization.id)).toBe(1);
  });

  test('deactivated → active: restored thrice at once is restored once, and nobody’s membership is touched', async () => {
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
    await joined(services, await person(services, 'technician'), organization.id);
    const members = () => count('memberships WHERE organization_id = $1', [organization.id]);
    const before = await members();
    await deactivateOrganization(services, founder, organization.id);
    expect(outcome(await times(3, () => restoreOrganization(services, boss, organization.id)))).toEqual([3, []]);
    expect(await recorded('organization.restored', organization.id)).toBe(1);
    expect(await members()).toBe(before);
  });
});

describe('3.4', () => {
  test('member → non-member: who leaves and is removed at the same time is gone once', async () => {
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
    const member = await joined(services, await person(services, 'technician'), organization.id);
    const key = { organizationId: organization.id, userId: member.userId };
    const settled = await times(4, (turn) =>
      turn % 2 === 0 ? leaveOrganization(services, member, organization.id) : removeMember(services, founder, key)
    );
    const [done, refusals] = outcome(settled);
    expect(done).toBe(1);
    // No member any more: neither when it began, nor when its turn came.
    expect(['not_found', 'forbidden']).toEqual(expect.arrayContaining(refusals));
    expect(
      await count(`audit_log WHERE organization_id = $1 AND action = 'membership.deleted'`, [organization.id])
    ).toBe(1);
  });
});
