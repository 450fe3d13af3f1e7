import { z } from 'zod';
import { notificationSchema } from './notifications.ts';
import { operation } from './operation.ts';
import {
  createUserBody,
  loginBody,
  registerBody,
  tokenSchema,
  updateMeBody,
  userSchema,
  userSummarySchema
} from './people.ts';
import { id, pageQuery, queryFlag } from './primitives.ts';
import { PROOF_REFUSALS } from './second-factor.ts';

const byId = z.strictObject({ id });

export const peopleOperations = {
  register: operation({
    method: 'POST',
    path: '/auth/register',
    tag: 'Accounts',
    summary: 'Create an account; the first one is verified and becomes a super administrator',
    access: 'public',
    body: registerBody,
    answers: { 201: userSchema },
    refusals: ['email_taken', 'oidc_only', 'too_many_requests']
  }),
  login: operation({
    method: 'POST',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Sign in; returns a bearer token',
    description:
      'If the account has a second factor, this is refused with `second_factor_required`; finish with `POST /auth/second-factor`.',
    access: 'public',
    body: loginBody,
    answers: { 200: tokenSchema },
    refusals: [
      'invalid_credentials',
      'unverified',
      'inactive',
      'oidc_only',
      'second_factor_required',
      'too_many_requests'
    ]
  }),
  logout: operation({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'Sign out: end the session of the bearer token',
    access: 'user',
    duringSetup: true,
    answers: { 204: null }
  }),
  listUsers: operation({
    method: 'GET',
    path: '/users',
    tag: 'People',
    summary: 'List people: summaries, or full records for administrators',
    access: 'user',
    query: pageQuery,
    answers: { 200: z.array(z.union([userSchema, userSummarySchema])) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createUser: operation({
    method: 'POST',
    path: '/users',
    tag: 'People',
    summary: 'Create a verified account',
    access: 'admin',
    body: createUserBody,
    answers: { 201: userSchema },
    refusals: ['email_taken', 'forbidden'],
    idempotent: true
  }),
  getUser: operation({
    method: 'GET',
    path: '/users/{id}',
    tag: 'People',
    summary: 'One person; the full record for the person and for administrators',
    access: 'user',
    params: byId,
    answers: { 200: z.union([userSchema, userSummarySchema]) },
    refusals: ['not_found']
  }),
  getMe: operation({
    method: 'GET',
    path: '/users/me',
    tag: 'People',
    summary: 'The caller',
    access: 'user',
    answers: { 200: userSchema }
  }),
  updateMe: operation({
    method: 'PATCH',
    path: '/users/me',
    tag: 'People',
    summary: 'Change the caller’s name, language, address or password',
    description:
      'A new address or password needs `current_password` or, with a second factor, `code` or `passkey` (`POST /auth/proof/options`); without any of them, a proof by the identity provider within the last ten minutes, used up by it. A new password ends all other sessions.',
    access: 'user',
    body: updateMeBody,
    answers: { 200: userSchema },
    refusals: ['email_taken', 'stale', 'proof_required', ...PROOF_REFUSALS]
  }),
  listNotifications: operation({
    method: 'GET',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'List the caller’s notifications in their language, newest first',
    access: 'user',
    query: pageQuery.omit({ q: true }).extend({ unread: queryFlag.optional() }),
    answers: { 200: z.array(notificationSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  readNotification: operation({
    method: 'POST',
    path: '/notifications/{id}/read',
    tag: 'Notifications',
    summary: 'Mark a notification as read',
    access: 'user',
    params: byId,
    answers: { 200: notificationSchema },
    refusals: ['not_found']
  }),
  readAllNotifications: operation({
    method: 'POST',
    path: '/notifications/read-all',
    tag: 'Notifications',
    summary: 'Mark all notifications as read',
    access: 'user',
    answers: { 204: null }
  }),
  deleteNotification: operation({
    method: 'DELETE',
    path: '/notifications/{id}',
    tag: 'Notifications',
    summary: 'Delete a notification',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  clearNotifications: operation({
    method: 'DELETE',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'Delete all notifications',
    access: 'user',
    answers: { 204: null }
  })
} as const;
