import type { MailTexts } from './mail-texts.ts';

export const es: MailTexts = {
  greeting: (name) => `Hola, ${name}:`,
  verifyEmail: {
    subject: 'Confirme su dirección para Plumbline',
    body: 'alguien, probablemente usted, ha creado una cuenta con esta dirección. Confírmela en un plazo de 24 horas para iniciar sesión.',
    button: 'Confirmar la dirección'
  },
  resetPassword: {
    subject: 'Elija una nueva contraseña para Plumbline',
    body: 'se ha solicitado una nueva contraseña. El enlace sirve una sola vez, durante una hora; hasta entonces su contraseña no cambia.',
    button: 'Elegir una contraseña'
  },
  test: {
    subject: 'Plumbline puede enviar correo',
    body: 'este correo de prueba ha llegado: la configuración es correcta.',
    button: 'Abrir Plumbline'
  },
  open: 'Abrir en Plumbline',
  why: 'Recibe este correo porque sus notificaciones se envían por correo. Puede cambiarlo en su perfil:',
  ignore: 'Si no lo ha solicitado, no tiene que hacer nada.'
};
