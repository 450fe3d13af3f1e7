/** Rows of what is about accounts, mail and files; organizations do not matter to any of it. */
import { randomUUID } from 'node:crypto';
import { newPasskeyChallenge } from '#lib/server/use-cases/accounts/passkey-challenge.ts';
import { assetView } from '../../support/asset-view.ts';
import { authenticator } from '../../support/authenticator.ts';
import { failedJob } from '../../support/failed-job.ts';
import { addIdentity } from '../../support/identities.ts';
import { PASSWORD, person } from '../../support/people.ts';
import { addPasskey, turnOnTotp, waitingCode } from '../../support/second-factor.ts';
import { anyone, anyUser, atLeastAdmin, superadmins, type Rule } from './rules.ts';
import type { Row } from './rows.ts';

const once = (rule: Rule, ask: Row['ask']): Row => ({ once: true, rule, ask });
/** Prepared for each caller. */
const forEach = (rule: Rule, ask: Row['ask']): Row => ({ ...once(rule, ask), each: true });
const nothing = () => ({});
const unknownKey = authenticator({ origin: 'http://localhost:3000' });
const unknownId = () => ({ params: { id: randomUUID() } });
const withTotp: Row['ask'] = async ({ services, callers, run }, _place, caller) => {
  if (caller !== 'anonymous') await turnOnTotp(services, run, callers[caller].userId);
  return {};
};
const withPasskey: Row['ask'] = async ({ callers, run }, _place, caller) => {
  const id = randomUUID();
  if (caller !== 'anonymous') await addPasskey(run, callers[caller].userId, id);
  return { params: { id } };
};
const aFailedJob: Row['ask'] = async ({ run }) => ({ params: { id: await failedJob(run) } });
const address = () => ({ body: { email: `${randomUUID()}@laboratory.example` } });

export const accountRows = {
  getSignUpOptions: once(anyone(200), nothing),
  verifyEmail: once(anyone(400), () => ({ query: { token: randomUUID() } })),
  resendVerification: once(anyone(200), address),
  forgotPassword: once(anyone(200), address),
  resetPassword: once(anyone(400), () => ({ body: { token: randomUUID(), new_password: 'a plumb line hangs still' } })),
  confirmEmail: once(anyone(400), () => ({ body: { token: randomUUID() } })),
  listSessions: once(anyUser(200), nothing),
  // By somebody else of the kind: it ends what the other cells are asked with.
  endSessions: {
    once: true,
    each: true,
    rule: anyUser(204),
    ask: async ({ services, signIn }, _place, caller) =>
      caller === 'anonymous' ? {} : { token: await signIn(await person(services, 'viewer')) }
  },
  endSession: once(anyUser(404), unknownId),
  listAccessTokens: once(anyUser(200), nothing),
  createAccessToken: once(anyUser(201), () => ({ body: { name: 'Program' } })),
  deleteAccessToken: once(anyUser(404), unknownId),
  createCalendarFeed: once(anyUser(201), nothing),
  signInWithSecondFactor: once(anyone(400), () => ({ body: { challenge: 'forged', code: '123456' } })),
  proveIdentity: once(anyUser(204), () => ({ body: { password: PASSWORD } })),
  getSecondFactor: once(anyUser(200), nothing),
  beginTotp: once(anyUser(200), async ({ run }) => {
    await run('DELETE FROM totp_secrets');
    return {};
  }),
  confirmTotp: forEach(anyUser(200), async ({ services, callers, run }, _place, caller) => {
    if (caller === 'anonymous') return { body: { code: '123456' } };
    const { userId } = callers[caller];
    return { body: { code: await waitingCode(services, run, userId) } };
  }),
  createRecoveryCodes: forEach(anyUser(201), withTotp),
  deleteTotp: forEach(anyUser(204), withTotp),
  getPasskeyOptions: once(anyone(200), () => ({ body: {} })),
  signInWithPasskey: once(anyone(401), () => ({ body: { passkey: unknownKey.get({ challenge: 'forged' }) } })),
  getProofOptions: forEach(anyUser(200), withPasskey),
  listPasskeys: once(anyUser(200), nothing),
  beginPasskey: once(anyUser(200), async ({ run }) => {
    await run('DELETE FROM passkeys');
    return {};
  }),
  createPasskey: forEach(anyUser(201), async ({ services, callers, run }, _place, caller) => {
    const userId = caller === 'anonymous' ? randomUUID() : callers[caller].userId;
    await run('DELETE FROM passkeys');
    const challenge = newPasskeyChallenge(services, { for: 'registering', userId });
    const passkey = authenticator({ origin: services.origin }).create({ challenge, user: { id: userId } });
    return { body: { name: 'Laptop', passkey } };
  }),
  updatePasskey: forEach(anyUser(200), async (...about) => ({
    ...(await withPasskey(...about)),
    body: { name: 'Key' }
  })),
  deletePasskey: forEach(anyUser(204), withPasskey),
  getOidc: once(anyone(200), nothing),
  // No identity provider is set up.
  startOidc: once(anyone(404), nothing),
  finishOidc: once(anyone(404), () => ({ query: { code: 'c', state: 's' } })),
  signInWithOidc: once(anyone(404), nothing),
  linkOidc: once(anyone(404), () => ({ body: { password: PASSWORD } })),
  beginOidcProof: once(anyUser(404), () => ({ body: {} })),
  listIdentities: once(anyUser(200), nothing),
  beginIdentity: once(anyUser(404), () => ({ body: {} })),
  deleteIdentity: forEach(anyUser(204), async ({ callers, run }, _place, caller) => ({
    params: { id: caller === 'anonymous' ? randomUUID() : await addIdentity(run, callers[caller].userId) }
  })),
  getOidcSignOut: once(anyUser(200), nothing),
  listIdentitiesOf: once(atLeastAdmin(200), ({ candidateId }) => ({ params: { id: candidateId } })),
  deleteIdentityOf: once(atLeastAdmin(204), async ({ run, candidateId }) => ({
    params: { id: candidateId, identity_id: await addIdentity(run, candidateId) }
  })),
  getSignInSettings: once(superadmins(200), nothing),
  updateSignInSettings: once(superadmins(200), async ({ run }) => {
    await run(`UPDATE sign_in_settings SET second_factor_roles = '{viewer}'`);
    return { body: { second_factor_roles: [] } };
  }),
  getSecondFactorOf: once(atLeastAdmin(200), ({ candidateId }) => ({ params: { id: candidateId } })),
  removeSecondFactorOf: once(atLeastAdmin(204), async ({ services, run, candidateId }) => {
    await turnOnTotp(services, run, candidateId);
    return { params: { id: candidateId } };
  }),
  updateUser: once(atLeastAdmin(200), ({ candidateId }) => ({
    params: { id: candidateId },
    body: { full_name: `Candice ${randomUUID().slice(0, 8)}` }
  })),
  deleteUser: once(atLeastAdmin(204), async ({ services }) => ({
    params: { id: (await person(services, 'technician', 'Dana Deleted')).userId }
  })),
  // Not a picture: those who may send one get this answer.
  putProfilePicture: once(anyUser(415), () => ({ body: {} })),
  deleteProfilePicture: once(anyUser(204), nothing),
  getNotificationPreferences: once(anyUser(200), nothing),
  updateNotificationPreferences: once(anyUser(200), () => ({ body: {} })),
  getPushState: once(anyUser(200), nothing),
  // No keys are set there.
  subscribeToPush: once(anyUser(409), () => ({
    body: {
      endpoint: 'https://push.example/x',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    }
  })),
  unsubscribeFromPush: once(anyUser(204), nothing),
  testPush: once(anyUser(409), nothing),
  listAssetViews: once(anyUser(200), nothing),
  createAssetView: once(anyUser(201), () => ({ body: assetView(randomUUID()) })),
  updateAssetView: once(anyUser(404), () => ({ ...unknownId(), body: {} })),
  deleteAssetView: once(anyUser(404), unknownId),
  getEmailSettings: once(atLeastAdmin(200), nothing),
  updateEmailSettings: once(atLeastAdmin(200), () => ({ body: { reminder_lead_days: 21 } })),
  approveEmailSettings: once(superadmins(200), async ({ run, callers }) => {
    await run('UPDATE email_settings SET route_by = $1', [callers.admin.userId]);
    return {};
  }),
  sweepReminders: once(superadmins(200), nothing),
  getSystem: once(atLeastAdmin(200), nothing),
  listMails: once(atLeastAdmin(200), nothing),
  listJobs: once(atLeastAdmin(200), nothing),
  retryJob: once(atLeastAdmin(204), aFailedJob),
  removeJob: once(atLeastAdmin(204), aFailedJob),
  testEmailSettings: once(atLeastAdmin(400), () => ({ body: { to: 'somebody@laboratory.example' } })),
  getFile: once(anyone(404), () => ({ ...unknownId(), query: { expires: '9999999999', signature: 'forged' } }))
} satisfies Readonly<Record<string, Row>>;
