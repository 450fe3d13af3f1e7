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
    summary: 'Whether the next account is the first one, and whether mail is enabled',
    access: 'public',
    answers: { 200: signUpOptionsSchema }
  }),
  verifyEmail: operation({
    method: 'GET',
    path: '/auth/verify-email',
    tag: 'Accounts',
    summary: 'Verify an address with the mailed token, and sign in',
    description:
      'A token works once and expires after 24 hours. If signing in is refused with `second_factor_required` or `oidc_only`, the address is verified all the same.',
    access: 'public',
    query: verifyEmailQuery,
    answers: { 200: tokenSchema },
    refusals: ['invalid_token', 'oidc_only', 'second_factor_required']
  }),
  resendVerification: operation({
    method: 'POST',
    path: '/auth/resend-verification',
    tag: 'Accounts',
    summary: 'Resend the verification mail; the response is the same for every address',
    access: 'public',
    body: addressBody,
    answers: { 200: acknowledgement },
    refusals: ['too_many_requests']
  }),
  forgotPassword: operation({
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'Accounts',
    summary: 'Mail a link to reset the password; the response is the same for every address',
    access: 'public',
    body: addressBody,
    answers: { 200: acknowledgement },
    refusals: ['too_many_requests']
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'Accounts',
    summary: 'Set a new password with the mailed token, and sign in',
    description:
      'A token works once and expires after one hour. All existing sessions and access tokens of the account end. A second factor remains: the password is set, and signing in is refused with `second_factor_required`; or with `oidc_only` where people sign in with the identity provider only.',
    access: 'public',
    body: resetPasswordBody,
    answers: { 200: tokenSchema },
    refusals: ['invalid_token', 'oidc_only', 'second_factor_required']
  }),
  confirmEmail: operation({
    method: 'POST',
    path: '/auth/confirm-email',
    tag: 'Accounts',
    summary: 'Confirm a changed address with the mailed token; does not sign in',
    description:
      'The token works once and expires after 24 hours. It is mailed to the new address if people change their own, and to the old address if another person changed it. In the second case, signed-in users can also confirm the address with `PATCH /users/me`, sending that address and the current password.',
    access: 'public',
    body: confirmEmailBody,
    answers: { 200: confirmedEmailSchema },
    refusals: ['invalid_token', 'email_taken']
  }),
  listSessions: operation({
    method: 'GET',
    path: '/auth/sessions',
    tag: 'Accounts',
    summary: 'List the caller’s sessions, newest first',
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
    summary: 'Sign out everywhere: end all of the caller’s sessions, including this one; access tokens remain valid',
    access: 'user',
    answers: { 204: null }
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag: 'Accounts',
    summary: 'End one of the caller’s sessions',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  listAccessTokens: operation({
    method: 'GET',
    path: '/users/me/access-tokens',
    tag: 'Accounts',
    summary: 'List the caller’s access tokens, newest first, without their secrets',
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
    summary: 'Create a named bearer token for a program; it is shown only once',
    description:
      'Needs a session (an access token cannot create another one) and a proof within the last ten minutes. Its use needs no second factor.',
    access: 'user',
    body: createAccessTokenBody,
    answers: { 201: createdAccessTokenSchema },
    refusals: ['forbidden', 'proof_required', 'second_factor_setup_required']
  }),
  deleteAccessToken: operation({
    method: 'DELETE',
    path: '/users/me/access-tokens/{id}',
    tag: 'Accounts',
    summary: 'Revoke an access token, effective immediately',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  createCalendarFeed: operation({
    method: 'POST',
    path: '/users/me/calendar-feed',
    tag: 'Accounts',
    summary: 'Create the address of a calendar feed (iCalendar) of due dates; the previous address stops working',
    description:
      'The feed contains the due dates that the caller can see, in their language, and requires no sign-in: anyone who knows the address can read it. `DELETE /users/me/access-tokens/{id}` revokes it. Needs a session: an access token cannot create a feed.',
    access: 'user',
    answers: { 201: calendarFeedSchema },
    refusals: ['forbidden']
  }),
  updateUser: operation({
    method: 'PUT',
    path: '/users/{id}',
    tag: 'People',
    summary: 'Change, activate, verify or deactivate an account; omitted fields are unchanged',
    description:
      'Activating an account verifies it. Deactivating it ends its sessions and access tokens. So does changing its address, which the owner must then confirm (`former_email`): until then no password reset link is mailed to it. The old address is notified. Callers change their own address with `PATCH /users/me` only.',
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
    summary: 'Delete an account without any records; deactivate any other account',
    access: 'admin',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'last_superadmin', 'last_admin']
  }),
  putProfilePicture: operation({
    method: 'PUT',
    path: '/users/me/profile-picture',
    tag: 'People',
    summary: 'Set the caller’s picture: the bytes of a PNG, JPEG, WebP or GIF file',
    description: 'The picture is re-encoded, rotated upright and cropped to a square; metadata is removed.',
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
    summary: 'Remove the caller’s picture',
    access: 'user',
    answers: { 204: null }
  }),
  getNotificationPreferences: operation({
    method: 'GET',
    path: '/users/me/notification-preferences',
    tag: 'Notifications',
    summary: 'The caller’s notification channels for each category',
    access: 'user',
    answers: { 200: notificationPreferencesSchema }
  }),
  updateNotificationPreferences: operation({
    method: 'PUT',
    path: '/users/me/notification-preferences',
    tag: 'Notifications',
    summary: 'Choose notification channels; omitted categories are unchanged',
    access: 'user',
    body: updatePreferencesBody,
    answers: { 200: notificationPreferencesSchema }
  })
} as const;
