import { z } from 'zod';
import {
  accessTokenSchema,
  acknowledgement,
  addressBody,
  calendarFeedSchema,
  confirmedEmailSchema,
  confirmEmailBody,
  createAccessTokenBody,
  createdAccessTokenSchema,
  resetPasswordBody,
  sessionSchema,
  signUpOptionsSchema,
  updateUserBody,
  verifyEmailQuery
} from './accounts.ts';
import { KIB, MIB, operation } from './operation.ts';
import { tokenSchema, userSchema } from './people.ts';
import { notificationPreferencesSchema, updatePreferencesBody } from './preferences.ts';
import { id, pageQuery } from './primitives.ts';

const byId = z.strictObject({ id });
const page = pageQuery.omit({ q: true });

export const accountOperations = {
  getSignUpOptions: operation({
    method: 'GET',
    path: '/auth/options',
    tag: 'Accounts',
    summary: 'What registering leads to here, and whether mail is sent',
    access: 'public',
    answers: { 200: signUpOptionsSchema }
  }),
  verifyEmail: operation({
    method: 'GET',
    path: '/auth/verify-email',
    tag: 'Accounts',
    summary: 'Verify an address by the token mailed to it; signs in',
    description: 'A token works once, for 24 hours.',
    access: 'public',
    query: verifyEmailQuery,
    answers: { 200: tokenSchema },
    refusals: ['invalid_token']
  }),
  resendVerification: operation({
    method: 'POST',
    path: '/auth/resend-verification',
    tag: 'Accounts',
    summary: 'Have the verification mail sent again; answers alike whatever the address',
    access: 'public',
    body: addressBody,
    answers: { 200: acknowledgement },
    refusals: ['too_many_requests']
  }),
  forgotPassword: operation({
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'Accounts',
    summary: 'Have a link to a new password mailed; answers alike whatever the address',
    access: 'public',
    body: addressBody,
    answers: { 200: acknowledgement },
    refusals: ['too_many_requests']
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'Accounts',
    summary: 'Set a new password by the token mailed; signs in',
    description: 'A token works once, for one hour. All older sessions and access tokens of the account end.',
    access: 'public',
    body: resetPasswordBody,
    answers: { 200: tokenSchema },
    refusals: ['invalid_token']
  }),
  confirmEmail: operation({
    method: 'POST',
    path: '/auth/confirm-email',
    tag: 'Accounts',
    summary: 'Confirm a changed address by the token mailed; signs nobody in',
    description:
      'The token comes by one of two ways, and works once, for 24 hours: to the new address, where people change their own; to the old one, where somebody else has changed it. Who is signed in confirms the latter by `PATCH /users/me` with that address and the current password.',
    access: 'public',
    body: confirmEmailBody,
    answers: { 200: confirmedEmailSchema },
    refusals: ['invalid_token', 'email_taken']
  }),
  listSessions: operation({
    method: 'GET',
    path: '/auth/sessions',
    tag: 'Accounts',
    summary: 'Own sessions, newest first',
    access: 'user',
    query: page,
    answers: { 200: z.array(sessionSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  endSessions: operation({
    method: 'DELETE',
    path: '/auth/sessions',
    tag: 'Accounts',
    summary: 'Sign out everywhere: end all own sessions, this one too; access tokens stay',
    access: 'user',
    answers: { 204: null }
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag: 'Accounts',
    summary: 'End one of the own sessions',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  listAccessTokens: operation({
    method: 'GET',
    path: '/users/me/access-tokens',
    tag: 'Accounts',
    summary: 'Own access tokens, newest first, without their secrets',
    access: 'user',
    query: page,
    answers: { 200: z.array(accessTokenSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createAccessToken: operation({
    method: 'POST',
    path: '/users/me/access-tokens',
    tag: 'Accounts',
    summary: 'Make a named bearer token for a program; it is shown this once',
    description: 'Needs a session: an access token makes no other.',
    access: 'user',
    body: createAccessTokenBody,
    answers: { 201: createdAccessTokenSchema },
    refusals: ['forbidden']
  }),
  deleteAccessToken: operation({
    method: 'DELETE',
    path: '/users/me/access-tokens/{id}',
    tag: 'Accounts',
    summary: 'Revoke an access token; it is dead at once',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  createCalendarFeed: operation({
    method: 'POST',
    path: '/users/me/calendar-feed',
    tag: 'Accounts',
    summary: 'Make the address of a calendar feed (iCalendar) of due dates; the one before stops working',
    description:
      'The feed has the due dates that the caller may see, in their language, and needs no sign-in: whoever knows the address can read it. `DELETE /users/me/access-tokens/{id}` revokes it. Needs a session: an access token makes none.',
    access: 'user',
    answers: { 201: calendarFeedSchema },
    refusals: ['forbidden']
  }),
  updateUser: operation({
    method: 'PUT',
    path: '/users/{id}',
    tag: 'People',
    summary: 'Change, activate, verify or deactivate an account; absent fields stay',
    description:
      'Activating an account verifies it. Deactivating it ends its sessions and access tokens. So does another address, which its owner has to confirm (`former_email`): until then no link to a new password goes there. The old address is told. The own address is changed by `PATCH /users/me` alone.',
    access: 'admin',
    params: byId,
    body: updateUserBody,
    bodyLimit: 256 * KIB,
    answers: { 200: userSchema },
    refusals: ['not_found', 'forbidden', 'email_taken', 'last_superadmin', 'last_admin', 'stale']
  }),
  deleteUser: operation({
    method: 'DELETE',
    path: '/users/{id}',
    tag: 'People',
    summary: 'Remove an account that left no trace; deactivate any other',
    access: 'admin',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'last_superadmin', 'last_admin']
  }),
  putProfilePicture: operation({
    method: 'PUT',
    path: '/users/me/profile-picture',
    tag: 'People',
    summary: 'Set the own picture: the bytes of a PNG, JPEG, WebP or GIF file',
    description: 'Made anew from its pixels, turned upright and cut square; what else the file held is not kept.',
    access: 'user',
    upload: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    bodyLimit: 5 * MIB,
    answers: { 200: userSchema },
    refusals: ['not_an_image']
  }),
  deleteProfilePicture: operation({
    method: 'DELETE',
    path: '/users/me/profile-picture',
    tag: 'People',
    summary: 'Remove the own picture',
    access: 'user',
    answers: { 204: null }
  }),
  getNotificationPreferences: operation({
    method: 'GET',
    path: '/users/me/notification-preferences',
    tag: 'Notifications',
    summary: 'By which channels the caller hears of what',
    access: 'user',
    answers: { 200: notificationPreferencesSchema }
  }),
  updateNotificationPreferences: operation({
    method: 'PUT',
    path: '/users/me/notification-preferences',
    tag: 'Notifications',
    summary: 'Choose channels; absent categories stay',
    access: 'user',
    body: updatePreferencesBody,
    answers: { 200: notificationPreferencesSchema }
  })
} as const;
