import type { Translate } from '#lib/i18n/translate.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import { toleranceText } from '../asset/tolerance-text.ts';
import { formatPlain } from '../number-input/format-number.ts';

/** One field of a record before and after, in the reader's words; null where there was or is nothing. */
export type ChangeShown = {
  readonly key: string;
  readonly label: string;
  readonly old: string | null;
  readonly now: string | null;
};
type Changes = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
type Context = {
  readonly translate: Translate;
  readonly language: string;
  /** What this device calls a location, organization, procedure or channel. */
  readonly nameOf: (id: string) => string | null;
  /** Roles of accounts and of members share the name of their field. */
  readonly roles: 'common.role' | 'organizations.role';
};

const CHANNEL = /^channel\.([0-9a-f-]{36})(?:\.(\w+))?$/;
const PICTURES = new Set(['logo_file_id', 'profile_picture_id', 'photo_file_id', 'file_id']);
/** Fields whose values are words of the product. */
const WORDS = new Set(['status', 'language', 'security', 'password']);

/** The changes of one entry in the order in which they were written. A whole channel added or removed is one line. */
export function describeChanges(changes: Changes, context: Context): readonly ChangeShown[] {
  return Object.entries(changes).map(([key, change]) => {
    const [, channelId, ofChannel] = CHANNEL.exec(key) ?? [];
    const field = ofChannel ?? key;
    const plain = channelId !== undefined && ofChannel === undefined;
    const show = (value: unknown) => (plain ? textOf(value) : describeValue(field, value, context));
    const label = labelOf(channelId ?? null, ofChannel ?? (plain ? null : key), context);
    return { key, label, old: show(change.old), now: show(change.new) };
  });
}

function labelOf(channelId: string | null, field: string | null, { translate, nameOf }: Context): string {
  const word = field === null ? '' : translate(`audit.field.${field}`, { default: field.replaceAll('_', ' ') });
  if (channelId === null) return word;
  const channel = nameOf(channelId);
  const name =
    channel === null ? translate('audit.channel') : translate('audit.channel_named', { values: { channel } });
  return word === '' ? name : `${name}: ${word}`;
}

function describeValue(field: string, value: unknown, context: Context): string | null {
  const { translate, language, nameOf, roles } = context;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return translate(value ? 'audit.value.yes' : 'audit.value.no');
  if (typeof value === 'number') return formatPlain(value, language);
  if (field === 'tolerance' && Array.isArray(value))
    return toleranceText(value as TolerancePart[], { unit: null, resolution: null }, language, translate) || null;
  if (Array.isArray(value)) return value.map(textOf).join(', ') || null;
  if (typeof value !== 'string') return textOf(value);
  if (PICTURES.has(field)) return translate('audit.value.picture');
  if (field === 'role') return translate(`${roles}.${value}`, { default: value });
  if (WORDS.has(field)) return translate(`audit.value.${field}.${value.replaceAll(' ', '_')}`, { default: value });
  return field.endsWith('_id') ? (nameOf(value) ?? value) : value;
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
