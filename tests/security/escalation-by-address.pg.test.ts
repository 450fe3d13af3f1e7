/**
 * Another person's address lets nobody become that person: a transition with its neighbours, mail settings, tokens and sessions.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findSessionOf, sessionIdOf, startSession } from '#lib/server/auth/sessions.ts';
import { createAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';
import { resendVerification } from '#lib/server/use-cases/accounts/ask-for-mail.ts';
import { confirmEmail } from '#lib/server/use-cases/accounts/confirm-email.ts';
import { resetPassword } from '#lib/server/use-cases/accounts/reset-password.ts';
import { requestToJoin } from '#lib/server/use-cases/organizations/join-requests.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import { execute } from '../support/database.ts';
import { tokenIn } from '../support/mail.ts';
import { CLIENT, joined, organizationOf, PASSWORD, person, refreshed } from '../support/people.ts';
import { mailIntrigue, mailsTo } from '../support/mail-intrigue.ts';

const { boss, change, database, emailOf, evil, forget, hijack, post, services, settings, signIn, smtp } =
  await mailIntrigue();
const address = () => `${randomUUID()}@laboratory.example`;

describe('a global admin who changes another person’s address', () => {
  /** A member of a private organization, whose address an admin has changed to the admin's own. */
  async function changed() {
    const admin = await person(services, 'admin');
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'), {
      private: true
    });
    await joined(services, await person(services, 'technician'), organization.id, 'admin');
    const old = await emailOf(founder);
    const email = address();
    const session = await startSession(services.pool, founder.userId, { kind: 'remembered', userAgent: null });
    const { token: program } = await createAccessToken(services, founder, sessionIdOf(session), {
      name: 'Program'
    });
    const user = await change(admin, founder.userId, { email });
    return { admin, founder, organization, old, email, session, program, user };
  }
  const alive = async (token: string) => (await findSessionOf(services.pool, token)) !== null;

  test('sessions and access tokens end, the old address is notified, the password stays', async () => {
    const { founder, old, email, session, program, user } = await changed();
    expect(user).toMatchObject({ email, former_email: old });
    expect([await alive(session), await alive(program)]).toEqual([false, false]);
    await post();
    expect(mailsTo(smtp, old)).toHaveLength(1);
    expect(mailsTo(smtp, old)[0]?.source).toContain(email);
    expect(mailsTo(smtp, email)).toEqual([]);
    await expect(signIn(old)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signIn(email);
    expect(await getMe(services, founder)).toMatchObject({ former_email: old, is_verified: true });
  });

  test('no mail that lets in goes to the new address, whatever the admin changes next', async () => {
    const { admin, founder, email, old } = await changed();
    await forget(email);
    await change(admin, founder.userId, { is_verified: false });
    await resendVerification(services, CLIENT, { email });
    await change(admin, founder.userId, { is_active: false });
    await change(admin, founder.userId, { is_active: true, is_verified: true });
    await forget(email);
    const further = address();
    expect(await change(admin, founder.userId, { email: further })).toMatchObject({ former_email: old });
    await forget(further);
    expect(smtp.mails.flatMap(({ to }) => to).filter((to) => to !== old)).toEqual([]);
  });

  test('nor does a notification of what happens in the private organization', async () => {
    const { founder, organization, email } = await changed();
    await requestToJoin(services, await person(services, 'technician'), organization.id);
    await post();
    expect(mailsTo(smtp, email)).toEqual([]);
    await updateMe(services, founder, '', { email, current_password: PASSWORD }, null);
    await requestToJoin(services, await person(services, 'technician'), organization.id);
    await post();
    expect(mailsTo(smtp, email)).toHaveLength(1);
  });

  test('the person confirms it from a session, with the password; then a reset goes there', async () => {
    const { founder, email } = await changed();
    const { access_token } = await signIn(email);
    await expect(updateMe(services, founder, '', { email }, null)).rejects.toMatchObject({ name: 'InvalidInput' });
    await expect(
      updateMe(services, founder, '', { email, current_password: 'not the password' }, null)
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await updateMe(services, founder, '', { email, current_password: PASSWORD }, null)).toMatchObject({
      email,
      former_email: null
    });
    expect(await alive(access_token)).toBe(true);
    await forget(email);
    expect(mailsTo(smtp, email).at(-1)?.source).toContain('/auth/reset-password?token=');
  });

  test('or by the link in the old mailbox, which works once, signs nobody in and is dead after another change', async () => {
    const { admin, founder, email, old } = await changed();
    await post();
    const first = tokenIn(mailsTo(smtp, old)[0]?.source ?? '');
    const further = address();
    await change(admin, founder.userId, { email: further });
    await expect(confirmEmail(services, CLIENT, first)).rejects.toMatchObject({ code: 'invalid_token' });
    await post();
    const second = tokenIn(mailsTo(smtp, old).at(-1)?.source ?? '');
    const late = { ...services, now: () => new Date(services.now().getTime() + 24 * 3_600_000) };
    await expect(confirmEmail(late, CLIENT, second)).rejects.toMatchObject({ code: 'invalid_token' });
    const settled = await Promise.allSettled([1, 2, 3, 4, 5].map(() => confirmEmail(services, CLIENT, second)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { email: further } }]);
    expect(await getMe(services, founder)).toMatchObject({ email: further, former_email: null });
    await forget(email);
    expect(mailsTo(smtp, email)).toEqual([]);
    await forget(further);
    expect(mailsTo(smtp, further)).toHaveLength(1);
  });

  test('mail settings: the link of the old mailbox does not leave by the server of the same admin', async () => {
    const admin = await person(services, 'admin');
    const { founder } = await organizationOf(services, await person(services, 'technician'), { private: true });
    const old = await emailOf(founder);
    await hijack(admin);
    await change(admin, founder.userId, { email: address() });
    await post();
    expect(mailsTo(evil, old)).toHaveLength(1);
    expect(tokenIn(mailsTo(evil, old)[0]?.source ?? '')).toBe('');
    expect(
      (await execute(database.url, 'SELECT FROM account_tokens WHERE user_id = $1', [founder.userId])).rows
    ).toEqual([]);
  });

  test('changed back, it is confirmed again, and the sessions have ended all the same', async () => {
    const { admin, founder, email, old } = await changed();
    const { access_token } = await signIn(email);
    expect(await change(admin, founder.userId, { email: old })).toMatchObject({ email: old, former_email: null });
    expect(await alive(access_token)).toBe(false);
    await forget(old);
    expect(mailsTo(smtp, old).at(-1)?.source).toContain('/auth/reset-password?token=');
  });

  test('tokens: a link to the old address that was mailed before opens nothing any more', async () => {
    const admin = await person(services, 'admin');
    const actor = await person(services, 'technician');
    const old = await emailOf(actor);
    await forget(old);
    const token = tokenIn(mailsTo(smtp, old)[0]?.source ?? '');
    await change(admin, actor.userId, { email: address() });
    await change(admin, actor.userId, { email: old });
    const reset = resetPassword(services, CLIENT, { token, new_password: 'the bob of a plumb line' });
    await expect(reset).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('with mail off it counts at once, the person signs in with it and confirms it; the old address is not notified', async () => {
    await settings(boss, { enabled: false });
    const { founder, email, old } = await changed();
    await post();
    expect(smtp.mails).toEqual([]);
    await signIn(email);
    await updateMe(services, founder, '', { email, current_password: PASSWORD }, null);
    expect(await getMe(services, founder)).toMatchObject({ email, former_email: null });
    expect(await emailOf(founder)).not.toBe(old);
  });

  test('an admin’s own address is changed in the profile alone, where the password is asked for', async () => {
    const admin = await person(services, 'admin');
    await expect(change(admin, admin.userId, { email: address() })).rejects.toMatchObject({ code: 'forbidden' });
    const same = await emailOf(admin);
    expect(await change(admin, admin.userId, { email: same, full_name: 'Ann' })).toMatchObject({ full_name: 'Ann' });
  });
});

describe('a person who changes their own address', () => {
  const wish = (actor: PersonActor, email: string) =>
    updateMe(services, actor, '', { email, current_password: PASSWORD }, null);

  test('keeps the old one until the link in the new mailbox is followed; the old address is notified', async () => {
    const actor = await person(services, 'technician');
    const [old, email] = [await emailOf(actor), address()];
    expect(await wish(actor, email)).toMatchObject({ email: old, pending_email: email });
    await post();
    expect(mailsTo(smtp, old)[0]?.source).toContain(email);
    expect(tokenIn(mailsTo(smtp, old)[0]?.source ?? '')).toBe('');
    await forget(email);
    expect(mailsTo(smtp, email)).toHaveLength(1);
    await signIn(old);
    const token = tokenIn(mailsTo(smtp, email)[0]?.source ?? '');
    expect(await confirmEmail(services, CLIENT, token)).toEqual({ email });
    expect(await getMe(services, actor)).toMatchObject({ email, pending_email: null, former_email: null });
    await signIn(email);
    await forget(email);
    expect(mailsTo(smtp, email)).toHaveLength(2);
  });

  test('may wish for another, or none: only the last link works', async () => {
    const actor = await person(services, 'technician');
    const [old, one, two] = [await emailOf(actor), address(), address()];
    await wish(actor, one);
    await post();
    const first = tokenIn(mailsTo(smtp, one)[0]?.source ?? '');
    await wish(actor, two);
    await expect(confirmEmail(services, CLIENT, first)).rejects.toMatchObject({ code: 'invalid_token' });
    await post();
    const second = tokenIn(mailsTo(smtp, two)[0]?.source ?? '');
    expect(await wish(actor, old)).toMatchObject({ email: old, pending_email: null });
    await expect(confirmEmail(services, CLIENT, second)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('gets none that somebody else has, now or by the time of the confirmation', async () => {
    const [actor, other] = [await person(services, 'technician'), await person(services, 'technician')];
    await expect(wish(actor, await emailOf(other))).rejects.toMatchObject({ code: 'email_taken' });
    const email = address();
    await wish(actor, email);
    await post();
    await change(boss, other.userId, { email });
    const token = tokenIn(mailsTo(smtp, email)[0]?.source ?? '');
    await expect(confirmEmail(services, CLIENT, token)).rejects.toMatchObject({ code: 'email_taken' });
    expect(await emailOf(await refreshed(services, actor))).not.toBe(email);
  });

  test('with mail off it counts at once', async () => {
    await settings(boss, { enabled: false });
    const actor = await person(services, 'technician');
    const email = address();
    expect(await wish(actor, email)).toMatchObject({ email, pending_email: null, former_email: null });
  });
});
