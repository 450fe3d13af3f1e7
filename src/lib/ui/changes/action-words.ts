import { AUDIT_RESOURCES, type AuditResource } from '#lib/laboratory/audit-actions.ts';
import { LANGUAGES } from '#lib/i18n/language.ts';
import type { Translate } from '#lib/i18n/translate.ts';

const isResource = (name: string): name is AuditResource => name in AUDIT_RESOURCES;

/** What a kind of resource is called; a kind that this version does not know by its code. */
export function resourceWords(locale: string, type: string): string {
  const language = LANGUAGES.find((known) => known === locale) ?? 'en';
  return isResource(type) ? AUDIT_RESOURCES[type][language] : type;
}

/** What an action of the audit log is called: by words of its own, or by its resource and its verb. */
export function actionWords(say: Translate, locale: string, code: string): string {
  const [type = '', verb = ''] = code.split('.');
  const text = say(`audit.verb.${verb}`, { default: verb });
  const plain = isResource(type)
    ? say('common.labelled', { values: { label: resourceWords(locale, type), text } })
    : code;
  return say(`audit.action.${code.replace('.', '_')}`, { default: plain });
}
