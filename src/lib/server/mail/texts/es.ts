import type { MailTexts } from './mail-texts.ts';

export const es: MailTexts = {
  greeting: (name) => `Hola, ${name}:`,
  verifyEmail: {
    subject: 'Confirme su dirección para Plumbline',
    body: 'Se ha creado una cuenta con esta dirección. Si ha sido usted, confirme la dirección en un plazo de 24 horas para iniciar sesión.',
    button: 'Confirmar la dirección'
  },
  resetPassword: {
    subject: 'Elija una contraseña nueva para Plumbline',
    body: 'Alguien ha solicitado una contraseña nueva para su cuenta. El enlace de abajo sirve una sola vez, durante una hora. Mientras no lo use, su contraseña no cambia.',
    button: 'Elegir una contraseña'
  },
  confirmEmail: {
    subject: 'Confirme su nueva dirección para Plumbline',
    body: 'Confirme en un plazo de 24 horas que quiere iniciar sesión en Plumbline con esta dirección. Hasta entonces sigue en uso su dirección anterior.',
    button: 'Confirmar la dirección'
  },
  addressWanted: (address) => ({
    subject: 'Su dirección para Plumbline va a cambiar',
    body: `Se ha introducido una dirección nueva para su cuenta: ${address}. Sustituirá a esta cuando se confirme.`,
    button: 'Abrir su perfil'
  }),
  addressToConfirm: (address) => ({
    subject: 'Su dirección para Plumbline ha cambiado',
    body: `Un administrador ha cambiado la dirección de su cuenta a ${address}. Se han cerrado todas sus sesiones; su contraseña no ha cambiado. Si la dirección nueva es suya, confírmela en un plazo de 24 horas, o inicie sesión con ella y confírmela en su perfil. Hasta entonces no se le envía ningún enlace de contraseña.`,
    button: 'La dirección nueva es mía'
  }),
  addressChanged: (address) => ({
    subject: 'Su dirección para Plumbline ha cambiado',
    body: `Un administrador ha cambiado la dirección de su cuenta a ${address}. Se han cerrado todas sus sesiones; su contraseña no ha cambiado. Si la dirección nueva es suya, inicie sesión con ella y confírmela en su perfil. Hasta entonces no se le envía ningún enlace de contraseña.`,
    button: 'Iniciar sesión'
  }),
  reminders: (overdue, dueSoon) => ({
    subject: [overdue > 0 && `${overdue} vencidas`, dueSoon > 0 && `${dueSoon} próximas a vencer`]
      .filter(Boolean)
      .join(', '),
    body: 'Estas calibraciones y tareas de sus organizaciones están pendientes. El archivo de calendario contiene sus fechas.',
    button: 'Abrir Plumbline'
  }),
  reminderLine: (what, day, overdue) => `${what}: ${overdue ? 'vencida desde el' : 'vence el'} ${day}`,
  noLocation: 'Sin ubicación',
  moreReminders: (count) => `… y ${count} más. El archivo de calendario las contiene todas.`,
  test: {
    subject: 'Plumbline puede enviar correo',
    body: 'Este correo de prueba ha llegado: su configuración de correo funciona.',
    button: 'Abrir Plumbline'
  },
  open: 'Abrir en Plumbline',
  why: 'Recibe este correo porque sus avisos se envían por correo. Puede cambiarlo en su perfil:',
  ignore: 'Si no ha sido usted, puede ignorar este correo.',
  beware: 'Si no sabe nada de esto, cambie su contraseña y avise al administrador de su laboratorio.'
};
