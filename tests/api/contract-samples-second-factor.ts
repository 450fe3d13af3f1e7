/** Samples of second factors (contract-samples.ts). */
import { expect } from 'vitest';
import type { secondFactorOperations } from '#lib/contracts/operations-second-factor.ts';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import { apiOf } from '../support/api.ts';
import { createPerson, PASSWORD } from '../support/laboratory.ts';
import { codeAt, nextCode } from '../support/second-factor.ts';
import type { Prepare } from './contract-samples.ts';

/** Somebody who has begun to set up an app. */
async function begun() {
  const { api, token, user, email } = await createPerson('viewer');
  const { status, body } = await api<{ secret: string }>('PUT', '/users/me/totp');
  expect(status).toBe(200);
  return { api, token, email, id: user.id, secret: body.secret };
}

/** Somebody with a second factor. */
async function protectedPerson() {
  const person = await begun();
  const { status } = await person.api('POST', '/users/me/totp', { code: codeAt(person.secret, new Date()) });
  expect(status).toBe(200);
  return person;
}

export const secondFactorSamples: { readonly [N in keyof typeof secondFactorOperations]: Prepare } = {
  signInWithSecondFactor: async () => {
    const { email, secret } = await protectedPerson();
    const { status, body } = await apiOf(null)<{ context: SecondFactorDue }>('POST', '/auth/login', {
      email,
      password: PASSWORD
    });
    expect(status).toBe(403);
    return { status: 200, body: { challenge: body.context.challenge, code: nextCode(secret) } };
  },
  proveIdentity: async () => ({
    status: 204,
    token: (await createPerson('viewer')).token,
    body: { password: PASSWORD }
  }),
  getSecondFactor: async () => ({ status: 200, token: (await protectedPerson()).token }),
  beginTotp: async () => ({ status: 200, token: (await createPerson('viewer')).token }),
  confirmTotp: async () => {
    const { token, secret } = await begun();
    return { status: 200, token, body: { code: codeAt(secret, new Date()) } };
  },
  createRecoveryCodes: async () => ({ status: 201, token: (await protectedPerson()).token }),
  deleteTotp: async () => ({ status: 204, token: (await protectedPerson()).token }),
  getSecondFactorOf: async () => ({ status: 200, params: { id: (await protectedPerson()).id } }),
  removeSecondFactorOf: async () => ({ status: 204, params: { id: (await protectedPerson()).id } })
};
