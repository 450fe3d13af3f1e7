import { operation } from './operation.ts';
import { pushStateSchema, pushSubscriptionBody, pushTestSchema } from './push.ts';

const tag = 'Notifications';
const PATH = '/users/me/push';

export const pushOperations = {
  getPushState: operation({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'Whether notifications are sent to the device of this session',
    access: 'user',
    answers: { 200: pushStateSchema }
  }),
  subscribeToPush: operation({
    method: 'PUT',
    path: PATH,
    tag,
    summary: 'Send notifications to the device of this session',
    description:
      'They have no names and no values. The subscription ends with the session, and when the push service says that it has ended. An access token has no device.',
    access: 'user',
    body: pushSubscriptionBody,
    answers: { 200: pushStateSchema },
    refusals: ['forbidden', 'push_off']
  }),
  unsubscribeFromPush: operation({
    method: 'DELETE',
    path: PATH,
    tag,
    summary: 'Send no notifications to the device of this session any more',
    access: 'user',
    answers: { 204: null }
  }),
  testPush: operation({
    method: 'POST',
    path: `${PATH}/test`,
    tag,
    summary: 'Send a notification to the device of this session now',
    access: 'user',
    answers: { 200: pushTestSchema },
    refusals: ['push_off', 'not_found']
  })
} as const;
