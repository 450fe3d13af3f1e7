import { listed, type NotificationTexts } from './notification-event.ts';

const PROBLEMS = {
  overdue: 'estaba vencido',
  voided: 'su calibración se ha anulado',
  retired: 'está retirado',
  out_of_service: 'estaba fuera de servicio',
  failed: 'no era conforme'
} as const;

export const es: NotificationTexts = {
  events: {
    calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
      title: `${asset_id} se ha calibrado`,
      body: `${recorded_by} ha registrado la versión ${version} de ${asset_name}${channel_name === null ? '' : `, ${channel_name}`}.${
        conforms === null ? '' : conforms ? ' Es conforme.' : ' No es conforme.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}: un certificado espera su decisión`,
      body: `${recorded_by} ha registrado la versión ${version} de ${asset_name}${channel_name === null ? '' : `, ${channel_name}`}. Patrón ${reference ?? ''}: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Conserve la calibración con un motivo o anúlela.`
    }),
    out_of_tolerance: (told, day) => ({
      title: told.as_found
        ? `${told.asset_id} estaba fuera de tolerancia antes del ajuste`
        : `${told.asset_id} no es conforme`,
      body: `${told.asset_name}${told.channel_name === null ? '' : `, ${told.channel_name}`}, calibración del ${day(told.calibration_date)}. ${
        told.since === null
          ? 'Ninguna calibración anterior es conforme.'
          : `La última calibración conforme es del ${day(told.since)}.`
      } ${
        told.served === 0
          ? 'Desde entonces no se ha usado como patrón.'
          : `Desde entonces se ha usado como patrón en ${told.served === 1 ? 'una calibración' : `${told.served} calibraciones`}: ${listed(told)}.`
      }`
    }),
    calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
      title: overdue ? `${asset_id} está vencido` : `${asset_id} vence pronto`,
      body: overdue
        ? `La calibración de ${asset_name} venció el ${day(due_date)}.`
        : `${asset_name} debe calibrarse a más tardar el ${day(due_date)}.`
    }),
    join_request: ({ person, organization }) => ({
      title: `${person} quiere ser miembro`,
      body: `${person} solicita unirse a ${organization}.`
    }),
    join_decision: ({ organization, accepted }) => ({
      title: accepted ? `Le damos la bienvenida a ${organization}` : `Su solicitud a ${organization} se ha rechazado`,
      body: accepted ? `Ahora es miembro de ${organization}.` : `No se le ha admitido como miembro de ${organization}.`
    }),
    mail_settings_changed: ({ person, host }) => ({
      title: 'Configuración de correo modificada',
      body: `${person} ha cambiado el servidor de envío del correo${host === null ? '' : ` (ahora ${host})`}. Compruebe que el cambio es correcto.`
    })
  },
  preferences: {
    calibration_recorded: { name: 'Calibración registrada', hint: 'Un colega ha registrado una calibración.' },
    join_request: {
      name: 'Solicitud para unirse',
      hint: 'Alguien solicita unirse a una organización que usted administra. Siempre se muestra en la aplicación.'
    },
    join_decision: {
      name: 'Decisión sobre su solicitud',
      hint: 'Una organización ha aceptado o rechazado su solicitud.'
    }
  }
};
