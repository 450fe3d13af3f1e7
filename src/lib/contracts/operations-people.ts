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

const byId = z.strictObject({ id });

export const peopleOperations = {
  register: operation({
    method: 'POST',
    path: '/auth/register',
    tag: 'Accounts',
    summary: 'Create an account; the first one becomes superadmin and is verified',
    access: 'public',
    body: registerBody,
    answers: { 201: userSchema },
    refusals: ['email_taken', 'too_many_requests']
  }),
  login: operation({
    method: 'POST',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Sign in; answers a bearer token',
    access: 'public',
    body: loginBody,
    answers: { 200: tokenSchema },
    refusals: ['invalid_credentials', 'unverified', 'inactive', 'too_many_requests']
  }),
  logout: operation({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'End the session of the token sent',
    access: 'user',
    answers: { 204: null }
  }),
  listUsers: operation({
    method: 'GET',
    path: '/users',
    tag: 'People',
    summary: 'People, as summaries; whole records for admins',
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
    summary: 'One person; the whole record for oneself and for admins',
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
    summary: 'Change own name, language, address or password',
    description:
      'A new address or password is confirmed with `current_password`; a new password ends all other sessions.',
    access: 'user',
    body: updateMeBody,
    answers: { 200: userSchema },
    refusals: ['email_taken', 'invalid_credentials', 'stale', 'too_many_requests']
  }),
  listNotifications: operation({
    method: 'GET',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'Own notifications, newest first, in own language',
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
    summary: 'Mark one as read',
    access: 'user',
    params: byId,
    answers: { 200: notificationSchema },
    refusals: ['not_found']
  }),
  readAllNotifications: operation({
    method: 'POST',
    path: '/notifications/read-all',
    tag: 'Notifications',
    summary: 'Mark all as read',
    access: 'user',
    answers: { 204: null }
  }),
  deleteNotification: operation({
    method: 'DELETE',
    path: '/notifications/{id}',
    tag: 'Notifications',
    summary: 'Remove one',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  clearNotifications: operation({
    method: 'DELETE',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'Remove all',
    access: 'user',
    answers: { 204: null }
  })
} as const;
