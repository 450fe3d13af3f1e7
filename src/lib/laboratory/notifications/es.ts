import type { NotificationTexts } from './notification-event.ts';

export const es: NotificationTexts = {
  calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
    title: `${asset_id} ha sido calibrado`,
    body: `${recorded_by} registró la versión ${version} de ${asset_name}${channel_name === null ? '' : `, ${channel_name}`}.${
      conforms === null ? '' : conforms ? ' Es conforme.' : ' No es conforme.'
    }`
  }),
  calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
    title: overdue ? `${asset_id} está vencido` : `${asset_id} vence pronto`,
    body: overdue
      ? `La calibración de ${asset_name} venció el ${day(due_date)}.`
      : `${asset_name} debe calibrarse antes del ${day(due_date)}.`
  }),
  join_request: ({ person, organization }) => ({
    title: `${person} quiere unirse`,
    body: `${person} solicita ser miembro de ${organization}.`
  }),
  join_decision: ({ organization, accepted }) => ({
    title: accepted ? `Ya forma parte de ${organization}` : `Su solicitud a ${organization} fue rechazada`,
    body: accepted ? `Ahora es miembro de ${organization}.` : `No ha pasado a ser miembro de ${organization}.`
  })
};
