import type { MailTexts } from './mail-texts.ts';

export const fr: MailTexts = {
  greeting: (name) => `Bonjour ${name},`,
  verifyEmail: {
    subject: 'Confirmez votre adresse pour Plumbline',
    body: 'quelqu’un, sans doute vous, a créé un compte avec cette adresse. Confirmez-la dans les 24 heures pour vous connecter.',
    button: 'Confirmer l’adresse'
  },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe pour Plumbline',
    body: 'un nouveau mot de passe a été demandé. Le lien sert une seule fois, pendant une heure ; d’ici là, votre mot de passe reste valable.',
    button: 'Choisir un mot de passe'
  },
  test: {
    subject: 'Plumbline peut envoyer des courriels',
    body: 'ce courriel d’essai est arrivé : les réglages de messagerie sont bons.',
    button: 'Ouvrir Plumbline'
  },
  open: 'Ouvrir dans Plumbline',
  why: 'Vous recevez ce courriel parce que vos notifications sont envoyées par courriel. Pour changer cela, ouvrez votre profil :',
  ignore: 'Si vous n’avez rien demandé, vous n’avez rien à faire.'
};
