import { listed, nameOf, type NotificationTexts } from './notification-event.ts';

const PROBLEMS = {
  overdue: 'it was overdue',
  voided: 'its calibration has been voided',
  retired: 'it is retired',
  out_of_service: 'it was out of service',
  failed: 'it did not conform'
} as const;

export const en: NotificationTexts = {
  events: {
    calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
      title: `${asset_id} has been calibrated`,
      body: `${recorded_by} recorded version ${version} of ${nameOf({ asset_name, channel_name })}.${
        conforms === null ? '' : conforms ? ' It conforms.' : ' It does not conform.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}: a certificate is waiting for your decision`,
      body: `${recorded_by} recorded version ${version} of ${nameOf({ asset_name, channel_name })}. Reference ${reference ?? ''}: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Keep the calibration with a reason, or void it.`
    }),
    release_waiting: ({ recorded_by, version, answer, ...asset }) => ({
      title: `${asset.asset_id}: a certificate is waiting for your release`,
      body:
        answer === null
          ? `${recorded_by} recorded version ${version} of ${nameOf(asset)}. Review it and release it, or return it.`
          : `Version ${version} of ${nameOf(asset)} was returned and has been answered: ${answer}`
    }),
    release_returned: ({ returned_by, reason, version, ...asset }) => ({
      title: `${asset.asset_id}: a calibration was returned`,
      body: `${returned_by} has returned version ${version} of ${nameOf(asset)}: ${reason} Answer, or have it voided and repeat it.`
    }),
    out_of_tolerance: (event, day) => ({
      title: event.as_found ? `${event.asset_id} was out of tolerance as found` : `${event.asset_id} does not conform`,
      body: `${nameOf(event)}, calibration of ${day(event.calibration_date)}. ${
        event.since === null
          ? 'No earlier calibration conforms.'
          : `The last conforming calibration is dated ${day(event.since)}.`
      } ${
        event.served === 0
          ? 'It has not been used as a reference since.'
          : `Since then it has been used as the reference for ${event.served === 1 ? 'one calibration' : `${event.served} calibrations`}: ${listed(event)}.`
      }`
    }),
    calibration_due: ({ due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: calibration overdue` : `${asset.asset_id}: calibration due soon`,
      body: overdue
        ? `The calibration of ${nameOf(asset)} was due on ${day(due_date)}.`
        : `Calibrate ${nameOf(asset)} by ${day(due_date)}.`
    }),
    task_due: ({ task_name, due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: ${task_name} overdue` : `${asset.asset_id}: ${task_name} due soon`,
      body: `${task_name} of ${nameOf(asset)} ${overdue ? 'was' : 'is'} due on ${day(due_date)}.`
    }),
    many_due: ({ organization, due_soon, overdue }) => ({
      title: `${organization}: many calibrations and tasks are due`,
      body: `${overdue} overdue, ${due_soon} due soon. See the list of assets.`
    }),
    join_request: ({ person, organization }) => ({
      title: `${person} wants to join`,
      body: `${person} asks to become a member of ${organization}.`
    }),
    join_decision: ({ organization, accepted }) => ({
      title: accepted ? `Welcome to ${organization}` : `Your request to ${organization} was declined`,
      body: accepted
        ? `You are now a member of ${organization}.`
        : `Your request to join ${organization} was not accepted.`
    }),
    webhook_turned_off: ({ webhook, gone }) => ({
      title: `Webhook “${webhook}” was turned off`,
      body: `${gone ? 'Its receiver answered 410 Gone.' : 'Its receiver has taken no message for three days.'} Check the address and turn the webhook on again, or delete it.`
    }),
    signing_certificate_expires: ({ organization, expires_on }, day) => ({
      title: `${organization}: the signing certificate expires soon`,
      body: `The certificate that ${organization} signs its certificates with expires on ${day(expires_on)}. Import a new one before that day; otherwise this installation signs with its own.`
    }),
    second_factor_changed: ({ change, by, left }) =>
      ({
        added: {
          title: 'Second factor turned on',
          body: 'An authenticator app was set up for your account. From now on, signing in with your password also needs a code from it or a passkey.'
        },
        passkey_added: {
          title: 'Passkey added',
          body: 'A passkey was added to your account. It signs in without your password.'
        },
        passkey_removed: {
          title: 'Passkey removed',
          body: 'A passkey was removed from your account. Signing in still needs a second factor.'
        },
        app_removed: {
          title: 'Authenticator app turned off',
          body: 'The authenticator app of your account was turned off. You sign in with a passkey.'
        },
        turned_off: {
          title: 'Second factor turned off',
          body: 'Signing in to your account needs only your password now. Your recovery codes are invalid.'
        },
        removed: {
          title: 'Second factor removed',
          body: `${by ?? 'Someone with access to the server'} removed the second factor of your account, including all passkeys. Signing in needs only your password now. Set up a new one in your profile.`
        },
        identity_linked: {
          title: 'Single sign-on linked',
          body: 'Your account was linked with an account of the identity provider. Whoever signs in there as you is signed in here.'
        },
        identity_removed: {
          title: 'Single sign-on unlinked',
          body: `Your account is no longer linked with the identity provider${by === null ? '' : ` (unlinked by ${by})`}. Sign in with your password or a passkey, or link the account again with your password.`
        },
        new_codes: {
          title: 'New recovery codes',
          body: 'New recovery codes were created for your account. The previous ones are invalid.'
        },
        code_used: {
          title: 'Recovery code used',
          body: `Someone signed in to your account with a recovery code. ${left === 1 ? 'One code is' : `${left} codes are`} left.`
        }
      })[change],
    mail_settings_changed: ({ person, host }) => ({
      title: 'Mail settings changed',
      body: `${person} changed the mail server${host === null ? '' : ` (now ${host})`}. Check that this change is intended.`
    }),
    backup_failed: ({ reason, last_on }, day) => ({
      title: 'Backup failed',
      body: `Backups of this installation have been failing: ${reason}. ${last_on === null ? 'There has never been a complete one.' : `The last complete one is from ${day(last_on)}.`} Check where they are written to.`
    })
  },
  preferences: {
    calibration_due: {
      name: 'Due soon and overdue',
      hint: 'Calibrations and tasks of your organizations, once when they are due soon and once when they are overdue. One e-mail a day.'
    },
    calibration_recorded: { name: 'Calibration recorded', hint: 'A colleague has recorded a calibration.' },
    join_request: {
      name: 'Request to join',
      hint: 'Someone asks to join an organization that you administer. Always shown in the app.'
    },
    join_decision: { name: 'Decision on your request', hint: 'An organization has accepted or declined your request.' }
  }
};
