import { listed, nameOf, type NotificationTexts } from './notification-event.ts';

const PROBLEMS = {
  overdue: 'il était échu',
  voided: 'son étalonnage a été annulé',
  retired: 'il est retiré',
  out_of_service: 'il était hors service',
  failed: 'il n’était pas conforme'
} as const;

export const fr: NotificationTexts = {
  events: {
    calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
      title: `${asset_id} a été étalonné`,
      body: `${recorded_by} a enregistré la version ${version} de ${nameOf({ asset_name, channel_name })}.${
        conforms === null ? '' : conforms ? ' Il est conforme.' : ' Il n’est pas conforme.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}\u00a0: un certificat attend votre décision`,
      body: `${recorded_by} a enregistré la version ${version} de ${nameOf({ asset_name, channel_name })}. Étalon ${reference ?? ''}\u00a0: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Conservez l’étalonnage avec un motif ou annulez-le.`
    }),
    release_waiting: ({ recorded_by, version, answer, ...asset }) => ({
      title: `${asset.asset_id}\u00a0: un certificat attend votre autorisation`,
      body:
        answer === null
          ? `${recorded_by} a enregistré la version ${version} de ${nameOf(asset)}. Examinez-la, puis autorisez la diffusion du certificat ou renvoyez-la.`
          : `La version ${version} de ${nameOf(asset)} avait été renvoyée et a reçu une réponse\u00a0: ${answer}`
    }),
    release_returned: ({ returned_by, reason, version, ...asset }) => ({
      title: `${asset.asset_id}\u00a0: un étalonnage vous a été renvoyé`,
      body: `${returned_by} a renvoyé la version ${version} de ${nameOf(asset)}\u00a0: ${reason} Répondez, ou faites-la invalider et recommencez l’étalonnage.`
    }),
    out_of_tolerance: (event, day) => ({
      title: event.as_found
        ? `${event.asset_id} était hors tolérance avant ajustage`
        : `${event.asset_id} n’est pas conforme`,
      body: `${nameOf(event)}, étalonnage du ${day(event.calibration_date)}. ${
        event.since === null
          ? 'Aucun étalonnage antérieur n’est conforme.'
          : `Le dernier étalonnage conforme est du ${day(event.since)}.`
      } ${
        event.served === 0
          ? 'Il n’a pas été utilisé comme étalon depuis.'
          : `Depuis, il a été utilisé comme étalon pour ${event.served === 1 ? 'un étalonnage' : `${event.served} étalonnages`}\u00a0: ${listed(event)}.`
      }`
    }),
    calibration_due: ({ due_date, overdue, ...asset }, day) => ({
      title: overdue
        ? `${asset.asset_id}\u00a0: étalonnage en retard`
        : `${asset.asset_id}\u00a0: étalonnage bientôt à faire`,
      body: overdue
        ? `L’étalonnage de ${nameOf(asset)} était à faire au plus tard le ${day(due_date)}.`
        : `Étalonnez ${nameOf(asset)} au plus tard le ${day(due_date)}.`
    }),
    task_due: ({ task_name, due_date, overdue, ...asset }, day) => ({
      title: overdue
        ? `${asset.asset_id}\u00a0: ${task_name}, en retard`
        : `${asset.asset_id}\u00a0: ${task_name}, bientôt à faire`,
      body: `${task_name}, ${nameOf(asset)}\u00a0: ${overdue ? 'était à faire au plus tard le' : 'à faire au plus tard le'} ${day(due_date)}.`
    }),
    many_due: ({ organization, due_soon, overdue }) => ({
      title: `${organization}\u00a0: beaucoup d’étalonnages et de tâches à faire`,
      body: `${overdue} en retard, ${due_soon} bientôt à faire. Ouvrez la liste des instruments.`
    }),
    join_request: ({ person, organization }) => ({
      title: `${person} demande à devenir membre`,
      body: `${person} souhaite rejoindre ${organization}.`
    }),
    join_decision: ({ organization, accepted }) => ({
      title: accepted ? `Bienvenue chez ${organization}` : `Votre demande auprès de ${organization} a été refusée`,
      body: accepted
        ? `Vous êtes désormais membre de ${organization}.`
        : `Vous n’avez pas été admis comme membre de ${organization}.`
    }),
    webhook_turned_off: ({ webhook, gone }) => ({
      title: `Le webhook «\u202f${webhook}\u202f» a été désactivé`,
      body: `${gone ? 'Son destinataire a répondu «\u202f410 Gone\u202f».' : 'Son destinataire n’a accepté aucun message depuis trois jours.'} Vérifiez l’adresse et réactivez le webhook, ou supprimez-le.`
    }),
    signing_certificate_expires: ({ organization, expires_on }, day) => ({
      title: `${organization}\u202f: le certificat de signature expire bientôt`,
      body: `Le certificat avec lequel ${organization} signe ses certificats d’étalonnage expire le ${day(expires_on)}. Importez-en un nouveau avant cette date\u202f; sinon, cette installation signera avec le sien.`
    }),
    second_factor_changed: ({ change, by, left }) =>
      ({
        added: {
          title: 'Second facteur activé',
          body: 'Une application d’authentification a été configurée pour votre compte. La connexion par mot de passe demande désormais aussi un code de cette application ou une clé d’accès.'
        },
        passkey_added: {
          title: 'Clé d’accès ajoutée',
          body: 'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe.'
        },
        passkey_removed: {
          title: 'Clé d’accès supprimée',
          body: 'Une clé d’accès de votre compte a été supprimée. La connexion demande toujours un second facteur.'
        },
        app_removed: {
          title: 'Application d’authentification désactivée',
          body: 'L’application d’authentification de votre compte a été désactivée. Vous vous connectez avec une clé d’accès.'
        },
        turned_off: {
          title: 'Second facteur désactivé',
          body: 'Votre mot de passe suffit désormais pour vous connecter. Vos codes de secours ne sont plus valables.'
        },
        removed: {
          title: 'Second facteur supprimé',
          body: `${by ?? 'Une personne ayant accès au serveur'} a supprimé le second facteur de votre compte et toutes ses clés d’accès. Votre mot de passe suffit désormais pour vous connecter. Configurez-en un nouveau dans votre profil.`
        },
        identity_linked: {
          title: 'Authentification unique associée',
          body: 'Votre compte a été associé à un compte du fournisseur d’identité. Toute personne connectée là-bas sous votre nom l’est aussi ici.'
        },
        identity_removed: {
          title: 'Authentification unique dissociée',
          body: `Votre compte n’est plus associé au fournisseur d’identité${by === null ? '' : ` (dissocié par ${by})`}. Connectez-vous avec votre mot de passe ou une clé d’accès, ou associez de nouveau le compte avec votre mot de passe.`
        },
        new_codes: {
          title: 'Nouveaux codes de secours',
          body: 'De nouveaux codes de secours ont été créés pour votre compte. Les précédents ne sont plus valables.'
        },
        code_used: {
          title: 'Code de secours utilisé',
          body: `Quelqu’un s’est connecté à votre compte avec un code de secours. Il en reste ${left}.`
        }
      })[change],
    mail_settings_changed: ({ person, host }) => ({
      title: 'Paramètres de messagerie modifiés',
      body: `${person} a modifié le serveur d’envoi des e-mails${host === null ? '' : ` (désormais ${host})`}. Vérifiez que ce changement est voulu.`
    }),
    backup_failed: ({ reason, last_on }, day) => ({
      title: 'Échec de la sauvegarde',
      body: `La sauvegarde de cette installation échoue\u00a0: ${reason}. ${last_on === null ? 'Il n’en existe aucune complète.' : `La dernière complète date du ${day(last_on)}.`} Vérifiez où elle est écrite.`
    })
  },
  preferences: {
    calibration_due: {
      name: 'À faire bientôt et en retard',
      hint: 'Étalonnages et tâches de vos organisations\u00a0: une fois lorsqu’ils sont bientôt à faire, une fois lorsqu’ils sont en retard. Un e-mail par jour.'
    },
    calibration_recorded: { name: 'Étalonnage enregistré', hint: 'Un collègue a enregistré un étalonnage.' },
    join_request: {
      name: 'Demande d’adhésion',
      hint: 'Quelqu’un demande à rejoindre une organisation que vous administrez. Toujours affiché dans l’application.'
    },
    join_decision: { name: 'Décision sur votre demande', hint: 'Une organisation a accepté ou refusé votre demande.' }
  }
};
