import type { NotificationTexts } from './notification-event.ts';

export const en: NotificationTexts = {
  calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
    title: `${asset_id} has been calibrated`,
    body: `${recorded_by} recorded version ${version} of ${asset_name}${channel_name === null ? '' : `, ${channel_name}`}.${
      conforms === null ? '' : conforms ? ' It conforms.' : ' It does not conform.'
    }`
  }),
  calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
    title: overdue ? `${asset_id} is overdue` : `${asset_id} is due soon`,
    body: overdue
      ? `The calibration of ${asset_name} lapsed on ${day(due_date)}.`
      : `${asset_name} is to be calibrated by ${day(due_date)}.`
  }),
  join_request: ({ person, organization }) => ({
    title: `${person} wants to join`,
    body: `${person} asks to become a member of ${organization}.`
  }),
  join_decision: ({ organization, accepted }) => ({
    title: accepted ? `Welcome to ${organization}` : `Your request to ${organization} was declined`,
    body: accepted ? `You are now a member of ${organization}.` : `You have not become a member of ${organization}.`
  })
};
