import type { MailTexts } from './mail-texts.ts';

export const fr: MailTexts = {
  greeting: (name) => `Bonjour ${name},`,
  verifyEmail: {
    subject: 'Confirmez votre adresse pour Plumbline',
    body: 'Un compte a été créé avec cette adresse. Si c’était vous, confirmez l’adresse dans les 24 heures pour vous connecter.',
    button: 'Confirmer l’adresse'
  },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe pour Plumbline',
    body: 'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Le lien ci-dessous sert une seule fois, pendant une heure. Tant que vous ne l’utilisez pas, votre mot de passe ne change pas.',
    button: 'Choisir un mot de passe'
  },
  confirmEmail: {
    subject: 'Confirmez votre nouvelle adresse pour Plumbline',
    body: 'Confirmez dans les 24 heures que vous voulez vous connecter à Plumbline avec cette adresse. D’ici là, votre ancienne adresse reste valable.',
    button: 'Confirmer l’adresse'
  },
  addressWanted: (address) => ({
    subject: 'Votre adresse pour Plumbline va changer',
    body: `Une nouvelle adresse a été saisie pour votre compte\u00a0: ${address}. Elle remplacera celle-ci dès qu’elle aura été confirmée.`,
    button: 'Ouvrir votre profil'
  }),
  addressToConfirm: (address) => ({
    subject: 'Votre adresse pour Plumbline a été modifiée',
    body: `Un administrateur a remplacé l’adresse de votre compte par ${address}. Toutes vos sessions ont été fermées\u202f; votre mot de passe n’a pas changé. Si la nouvelle adresse est la vôtre, confirmez-la dans les 24 heures, ou connectez-vous avec elle et confirmez-la dans votre profil. D’ici là, aucun lien de mot de passe n’y est envoyé.`,
    button: 'Cette adresse est la mienne'
  }),
  addressChanged: (address) => ({
    subject: 'Votre adresse pour Plumbline a été modifiée',
    body: `Un administrateur a remplacé l’adresse de votre compte par ${address}. Toutes vos sessions ont été fermées\u202f; votre mot de passe n’a pas changé. Si la nouvelle adresse est la vôtre, connectez-vous avec elle et confirmez-la dans votre profil. D’ici là, aucun lien de mot de passe n’y est envoyé.`,
    button: 'Se connecter'
  }),
  reminders: (overdue, dueSoon) => ({
    subject: [overdue > 0 && `${overdue} en retard`, dueSoon > 0 && `${dueSoon} à faire bientôt`]
      .filter(Boolean)
      .join(', '),
    body: 'Ces étalonnages et ces tâches de vos organisations sont à faire. Le fichier de calendrier contient leurs échéances.',
    button: 'Ouvrir Plumbline'
  }),
  reminderLine: (what, day, overdue) =>
    `${what}\u00a0: ${overdue ? 'en retard depuis le' : 'à faire au plus tard le'} ${day}`,
  noLocation: 'Sans emplacement',
  moreReminders: (count) => `… et ${count} de plus. Le fichier de calendrier les contient tous.`,
  test: {
    subject: 'Plumbline peut envoyer des e-mails',
    body: 'Cet e-mail d’essai est bien arrivé\u00a0: vos paramètres de messagerie sont corrects.',
    button: 'Ouvrir Plumbline'
  },
  open: 'Ouvrir dans Plumbline',
  why: 'Vous recevez cet e-mail parce que vos notifications sont envoyées par e-mail. Vous pouvez changer ce réglage dans votre profil\u00a0:',
  ignore: 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
  beware: 'Si vous n’êtes pas au courant, changez votre mot de passe et prévenez l’administrateur de votre laboratoire.'
};
