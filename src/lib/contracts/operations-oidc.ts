import { z } from 'zod';
import {
  finishOidcQuery,
  identitySchema,
  linkOidcBody,
  oidcAddressSchema,
  oidcOptionsSchema,
  oidcPathBody,
  oidcSignOutSchema,
  startOidcQuery
} from './oidc.ts';
import { operation } from './operation.ts';
import { tokenSchema } from './people.ts';
import { id } from './primitives.ts';

const byId = z.strictObject({ id });
const byIdentity = z.strictObject({ id, identity_id: id });
const tag = 'Accounts';

export const oidcOperations = {
  getOidc: operation({
    method: 'GET',
    path: '/auth/oidc',
    tag,
    summary: 'Whether people can sign in with an identity provider (OpenID Connect)',
    access: 'public',
    answers: { 200: oidcOptionsSchema }
  }),
  startOidc: operation({
    method: 'GET',
    path: '/auth/oidc/start',
    tag,
    summary: 'Send a browser to the identity provider to sign in',
    description:
      'For navigation, not for programs. Sets a cookie, without which nobody comes back. If the provider is not available, leads to a page that says so.',
    access: 'public',
    query: startOidcQuery,
    answers: { 302: null },
    refusals: ['not_found']
  }),
  finishOidc: operation({
    method: 'GET',
    path: '/auth/oidc/callback',
    tag,
    summary: 'Where the identity provider sends the browser back to',
    description:
      'The redirect URI to register at the provider. Leads to a page that calls `POST /auth/oidc/session`, or that says what went wrong: the address never contains a token.',
    access: 'public',
    query: finishOidcQuery,
    answers: { 302: null },
    refusals: ['not_found']
  }),
  signInWithOidc: operation({
    method: 'POST',
    path: '/auth/oidc/session',
    tag,
    summary: 'Finish signing in with the identity provider, by the cookie that the browser came back with',
    description:
      'An account is found by the identity linked with it, never by an address alone. For an address that an account has already, the refusal is `oidc_link_required`: see `POST /auth/oidc/link`.',
    access: 'public',
    answers: { 200: tokenSchema },
    refusals: [
      'not_found',
      'oidc_refused',
      'oidc_email_unverified',
      'oidc_link_required',
      'oidc_no_account',
      'email_taken',
      'identity_taken',
      'second_factor_required',
      'unverified',
      'inactive'
    ]
  }),
  linkOidc: operation({
    method: 'POST',
    path: '/auth/oidc/link',
    tag,
    summary: 'Link the identity with the account of the same address, with its password, and sign in',
    description: 'The second factor of the account is required as well, if it has one; then the identity is linked.',
    access: 'public',
    body: linkOidcBody,
    answers: { 200: tokenSchema },
    refusals: [
      'not_found',
      'oidc_refused',
      'oidc_email_unverified',
      'invalid_credentials',
      'identity_taken',
      'second_factor_required',
      'unverified',
      'inactive',
      'too_many_requests'
    ]
  }),
  beginOidcProof: operation({
    method: 'POST',
    path: '/auth/proof/oidc',
    tag,
    summary: 'Begin to prove that the session is used by its owner, by signing in at the identity provider again',
    access: 'user',
    body: oidcPathBody,
    answers: { 200: oidcAddressSchema },
    refusals: ['forbidden', 'not_found', 'oidc_unavailable']
  }),
  listIdentities: operation({
    method: 'GET',
    path: '/users/me/identities',
    tag,
    summary: 'Identities of the identity provider that are linked with the caller’s account',
    access: 'user',
    answers: { 200: z.array(identitySchema) }
  }),
  beginIdentity: operation({
    method: 'POST',
    path: '/users/me/identities',
    tag,
    summary: 'Begin to link the caller’s account with an identity, by signing in at the identity provider',
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    body: oidcPathBody,
    answers: { 200: oidcAddressSchema },
    refusals: ['forbidden', 'proof_required', 'not_found', 'oidc_unavailable']
  }),
  deleteIdentity: operation({
    method: 'DELETE',
    path: '/users/me/identities/{id}',
    tag,
    summary: 'Unlink an identity; refused if it is the only way to sign in',
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['forbidden', 'proof_required', 'not_found', 'last_way_in']
  }),
  getOidcSignOut: operation({
    method: 'GET',
    path: '/auth/oidc/sign-out',
    tag,
    summary:
      'Where the caller can also sign out at the identity provider (RP-initiated logout), to be asked before signing out',
    access: 'user',
    duringSetup: true,
    answers: { 200: oidcSignOutSchema }
  }),
  listIdentitiesOf: operation({
    method: 'GET',
    path: '/users/{id}/identities',
    tag: 'People',
    summary: 'Identities that are linked with the account of a person whose account the caller may change',
    access: 'admin',
    params: byId,
    answers: { 200: z.array(identitySchema) },
    refusals: ['not_found', 'forbidden']
  }),
  deleteIdentityOf: operation({
    method: 'DELETE',
    path: '/users/{id}/identities/{identity_id}',
    tag: 'People',
    summary:
      'Unlink an identity from a person’s account, end their sessions, and notify them; refused if they could not sign in any more',
    description:
      'Callers unlink their own with `DELETE /users/me/identities/{id}`. Where people sign in with the identity provider only, the person needs a password, with which another identity is linked at the next sign-in.',
    access: 'admin',
    params: byIdentity,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'last_way_in']
  })
} as const;
