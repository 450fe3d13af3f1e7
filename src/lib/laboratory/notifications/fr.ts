import type { NotificationTexts } from './notification-event.ts';

export const fr: NotificationTexts = {
  calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
    title: `${asset_id} a été étalonné`,
    body: `${recorded_by} a enregistré la version ${version} de ${asset_name}${channel_name === null ? '' : `, ${channel_name}`}.${
      conforms === null ? '' : conforms ? ' Le résultat est conforme.' : ' Le résultat n’est pas conforme.'
    }`
  }),
  calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
    title: overdue ? `${asset_id} est en retard` : `${asset_id} arrive à échéance`,
    body: overdue
      ? `L’étalonnage de ${asset_name} est échu depuis le ${day(due_date)}.`
      : `${asset_name} est à étalonner avant le ${day(due_date)}.`
  }),
  join_request: ({ person, organization }) => ({
    title: `${person} souhaite rejoindre`,
    body: `${person} demande à devenir membre de ${organization}.`
  }),
  join_decision: ({ organization, accepted }) => ({
    title: accepted ? `Bienvenue chez ${organization}` : `Votre demande auprès de ${organization} a été refusée`,
    body: accepted
      ? `Vous êtes désormais membre de ${organization}.`
      : `Vous n’êtes pas devenu membre de ${organization}.`
  })
};
