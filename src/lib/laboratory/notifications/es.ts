import { listed, nameOf, type NotificationTexts } from './notification-event.ts';

const PROBLEMS = {
  overdue: 'estaba vencido',
  voided: 'su calibración se ha anulado',
  retired: 'está dado de baja',
  out_of_service: 'estaba fuera de servicio',
  failed: 'no era conforme'
} as const;

export const es: NotificationTexts = {
  events: {
    calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
      title: `${asset_id} se ha calibrado`,
      body: `${recorded_by} ha registrado la versión ${version} de ${nameOf({ asset_name, channel_name })}.${
        conforms === null ? '' : conforms ? ' Es conforme.' : ' No es conforme.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}: un certificado espera su decisión`,
      body: `${recorded_by} ha registrado la versión ${version} de ${nameOf({ asset_name, channel_name })}. Patrón ${reference ?? ''}: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Conserve la calibración con un motivo o anúlela.`
    }),
    release_waiting: ({ recorded_by, version, answer, ...asset }) => ({
      title: `${asset.asset_id}: un certificado espera su autorización`,
      body:
        answer === null
          ? `${recorded_by} registró la versión ${version} de ${nameOf(asset)}. Revísela y autorice su emisión, o devuélvala.`
          : `La versión ${version} de ${nameOf(asset)} se había devuelto y ya tiene respuesta: ${answer}`
    }),
    release_returned: ({ returned_by, reason, version, ...asset }) => ({
      title: `${asset.asset_id}: se ha devuelto una calibración`,
      body: `${returned_by} ha devuelto la versión ${version} de ${nameOf(asset)}: ${reason} Responda, o solicite su anulación y repita la calibración.`
    }),
    out_of_tolerance: (event, day) => ({
      title: event.as_found
        ? `${event.asset_id} estaba fuera de tolerancia antes del ajuste`
        : `${event.asset_id} no es conforme`,
      body: `${nameOf(event)}, calibración del ${day(event.calibration_date)}. ${
        event.since === null
          ? 'Ninguna calibración anterior es conforme.'
          : `La última calibración conforme es del ${day(event.since)}.`
      } ${
        event.served === 0
          ? 'Desde entonces no se ha usado como patrón.'
          : `Desde entonces se ha usado como patrón en ${event.served === 1 ? 'una calibración' : `${event.served} calibraciones`}: ${listed(event)}.`
      }`
    }),
    calibration_due: ({ due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: calibración vencida` : `${asset.asset_id}: calibración próxima a vencer`,
      body: overdue
        ? `La calibración de ${nameOf(asset)} venció el ${day(due_date)}.`
        : `Calibre ${nameOf(asset)} a más tardar el ${day(due_date)}.`
    }),
    task_due: ({ task_name, due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: ${task_name}, vencida` : `${asset.asset_id}: ${task_name}, próxima a vencer`,
      body: `${task_name} de ${nameOf(asset)} ${overdue ? 'venció' : 'vence'} el ${day(due_date)}.`
    }),
    many_due: ({ organization, due_soon, overdue }) => ({
      title: `${organization}: vencen muchas calibraciones y tareas`,
      body: `${overdue} vencidas, ${due_soon} próximas a vencer. Abra la lista de equipos.`
    }),
    join_request: ({ person, organization }) => ({
      title: `${person} quiere ser miembro`,
      body: `${person} solicita unirse a ${organization}.`
    }),
    join_decision: ({ organization, accepted }) => ({
      title: accepted ? `Le damos la bienvenida a ${organization}` : `Su solicitud a ${organization} se ha rechazado`,
      body: accepted ? `Ahora es miembro de ${organization}.` : `No se le ha admitido como miembro de ${organization}.`
    }),
    webhook_turned_off: ({ webhook, gone }) => ({
      title: `El webhook «${webhook}» se ha desactivado`,
      body: `${gone ? 'El receptor respondió «410 Gone».' : 'El receptor no ha aceptado ningún mensaje en tres días.'} Compruebe la dirección y vuelva a activar el webhook, o elimínelo.`
    }),
    signing_certificate_expires: ({ organization, expires_on }, day) => ({
      title: `${organization}: el certificado de firma caduca pronto`,
      body: `El certificado con el que ${organization} firma sus certificados de calibración caduca el ${day(expires_on)}. Importe uno nuevo antes de esa fecha; de lo contrario, esta instalación firmará con el suyo.`
    }),
    second_factor_changed: ({ change, by, left }) =>
      ({
        added: {
          title: 'Segundo factor activado',
          body: 'Se ha configurado una aplicación de autenticación para su cuenta. Para iniciar sesión con la contraseña ahora también se necesita un código de ella o una clave de acceso.'
        },
        passkey_added: {
          title: 'Clave de acceso añadida',
          body: 'Se ha añadido una clave de acceso a su cuenta. Permite iniciar sesión sin contraseña.'
        },
        passkey_removed: {
          title: 'Clave de acceso eliminada',
          body: 'Se ha eliminado una clave de acceso de su cuenta. Para iniciar sesión sigue haciendo falta un segundo factor.'
        },
        app_removed: {
          title: 'Aplicación de autenticación desactivada',
          body: 'Se ha desactivado la aplicación de autenticación de su cuenta. Usted inicia sesión con una clave de acceso.'
        },
        turned_off: {
          title: 'Segundo factor desactivado',
          body: 'Ahora basta su contraseña para iniciar sesión. Sus códigos de recuperación ya no son válidos.'
        },
        removed: {
          title: 'Segundo factor eliminado',
          body: `${by ?? 'Alguien con acceso al servidor'} ha eliminado el segundo factor de su cuenta y todas sus claves de acceso. Ahora basta su contraseña para iniciar sesión. Configure uno nuevo en su perfil.`
        },
        identity_linked: {
          title: 'Inicio de sesión único vinculado',
          body: 'Su cuenta se ha vinculado con una cuenta del proveedor de identidad. Quien inicie sesión allí como usted la inicia también aquí.'
        },
        identity_removed: {
          title: 'Inicio de sesión único desvinculado',
          body: `Se ha eliminado el vínculo de su cuenta con el proveedor de identidad${by === null ? '' : ` (${by})`}. Inicie sesión con su contraseña o una clave de acceso, o vincule la cuenta de nuevo con su contraseña.`
        },
        new_codes: {
          title: 'Nuevos códigos de recuperación',
          body: 'Se han creado códigos de recuperación nuevos para su cuenta. Los anteriores ya no son válidos.'
        },
        code_used: {
          title: 'Código de recuperación utilizado',
          body: `Alguien ha iniciado sesión en su cuenta con un código de recuperación. ${left === 1 ? 'Queda uno' : `Quedan ${left}`}.`
        }
      })[change],
    mail_settings_changed: ({ person, host }) => ({
      title: 'Configuración de correo modificada',
      body: `${person} ha cambiado el servidor de envío del correo${host === null ? '' : ` (ahora ${host})`}. Compruebe que el cambio es correcto.`
    }),
    backup_failed: ({ reason, last_on }, day) => ({
      title: 'La copia de seguridad ha fallado',
      body: `La copia de seguridad de esta instalación falla: ${reason}. ${last_on === null ? 'No hay ninguna completa.' : `La última completa es del ${day(last_on)}.`} Compruebe dónde se guarda.`
    })
  },
  preferences: {
    calibration_due: {
      name: 'Próximas a vencer y vencidas',
      hint: 'Calibraciones y tareas de sus organizaciones: una vez cuando están próximas a vencer y otra cuando han vencido. Un correo al día.'
    },
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
