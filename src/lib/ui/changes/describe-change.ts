import type { Translate } from '#lib/i18n/translate.ts';
import type { Attribute } from '#lib/records/field.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import { fieldWord } from '../form/field-word.ts';
import type { EnvironmentLimits, NominalPlan } from '#lib/records/nominal-plan.ts';
import { limitTexts } from '../text/limit-texts.ts';
import { planText } from '../text/plan-text.ts';
import { toleranceText } from '../text/tolerance-text.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { formatDay } from '../dates/format-date.ts';
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
  /** What kind of record was changed. */
  readonly record?: string;
  /** Roles of accounts and of members share the name of their field. */
  readonly roles: 'common.role' | 'organizations.role';
};

const CHANNEL = /^channel\.([0-9a-f-]{36})(?:\.(\w+))?$/;
const PICTURES = new Set(['logo_file_id', 'profile_picture_id', 'photo_file_id']);
/** Fields whose values are words of the product. */
const WORDS = new Set(['status', 'language', 'security', 'password', 'certificate_state']);

/** The changes of one entry in the order in which they were written. A whole channel added or removed is one line. */
export function describeChanges(changes: Changes, context: Context): readonly ChangeShown[] {
  return Object.entries(changes).flatMap(([key, change]) => {
    if (key === 'attributes') return describeAttributes(change.old, change.new);
    const [, channelId, ofChannel] = CHANNEL.exec(key) ?? [];
    const field = ofChannel ?? key;
    const plain = channelId !== undefined && ofChannel === undefined;
    const show = (value: unknown) => (plain ? textOf(value) : describeValue(field, value, context));
    const label = labelOf(channelId ?? null, ofChannel ?? (plain ? null : key), context);
    return { key, label, old: show(change.old), now: show(change.new) };
  });
}

/** Of attributes, those that differ, each under its own name. */
function describeAttributes(old: unknown, now: unknown): readonly ChangeShown[] {
  const [before, after] = [attributesIn(old), attributesIn(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({
      key: `attributes.${name}`,
      label: name,
      old: before.get(name) ?? null,
      now: after.get(name) ?? null
    }))
    .filter((shown) => shown.old !== shown.now);
}

function attributesIn(value: unknown): ReadonlyMap<string, string> {
  const list = Array.isArray(value) ? (value as readonly Attribute[]) : [];
  return new Map(list.map(({ key, value: text, unit }) => [key, unit ? `${text}\u202f${unit}` : text]));
}

function labelOf(channelId: string | null, field: string | null, { translate, nameOf, record }: Context): string {
  const of = channelId === null ? record : 'channel';
  const word = field === null ? '' : fieldWord(translate, field, of);
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
  const interval = /^calibration_interval_(days|months)$/.exec(field)?.[1];
  if (interval !== undefined) return translate(`asset.spec.${interval}`, { values: { n: Number(value) } });
  if (typeof value === 'number') return formatPlain(value, language);
  if (field === 'tolerance' && Array.isArray(value))
    return toleranceText(value as TolerancePart[], { unit: null, resolution: null }, language, translate) || null;
  if (field === 'cmc' && isCapability(value)) {
    return `${formatPlain(value.a, language)} + ${formatPlain(value.b, language)} · |x|`;
  }
  if (field === 'environment') return limitTexts(value as EnvironmentLimits, translate, language).join(', ') || null;
  if (field === 'plan') return planText(value as NominalPlan, language);
  if (Array.isArray(value)) return value.map(textOf).join(', ') || null;
  if (typeof value !== 'string') return textOf(value);
  if (isDay(value)) return formatDay(value, language);
  if (PICTURES.has(field)) return translate('audit.value.picture');
  if (field === 'role') return translate(`${roles}.${value}`, { default: value });
  if (WORDS.has(field)) return translate(`audit.value.${field}.${value.replaceAll(' ', '_')}`, { default: value });
  return field.endsWith('_id') ? (nameOf(value) ?? value) : value;
}

const isCapability = (value: unknown): value is { readonly a: number; readonly b: number } =>
  typeof value === 'object' &&
  value !== null &&
  'a' in value &&
  'b' in value &&
  typeof value.a === 'number' &&
  typeof value.b === 'number';

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
