import type { Translate } from '#lib/i18n/translate.ts';
import type { Attribute } from '#lib/records/field.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import { fieldWord } from '../form/field-word.ts';
import type { EnvironmentLimits, NominalPlan } from '#lib/records/nominal-plan.ts';
import { limitTexts } from '../text/limit-texts.ts';
import { eventWord } from '../text/event-word.ts';
import { planText } from '../text/plan-text.ts';
import { toleranceText } from '../text/tolerance-text.ts';
import type { Interval } from '#lib/laboratory/interval.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { COPY_REASONS } from '#lib/laboratory/copy-reasons.ts';
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

/** What belongs to an asset and changes with it. */
const PART = /^(channel|task)\.([0-9a-f-]{36})(?:\.(\w+))?$/;
const PICTURES = new Set(['logo_file_id', 'profile_picture_id', 'photo_file_id']);
/** Fields whose values are words of the product. */
const WORDS = new Set([
  'status',
  'language',
  'security',
  'password',
  'certificate_state',
  'release',
  'cause',
  'disposition',
  'turned_off'
]);

/** Every other reason is what somebody has written. */
const isCopyReason = (reason: string) => COPY_REASONS.some((known) => known === reason);

/** The changes of one entry in the order in which they were written. A whole channel or task added or removed is one line. */
export function describeChanges(changes: Changes, context: Context): readonly ChangeShown[] {
  const shown = Object.entries(changes).flatMap(([key, change]): readonly ChangeShown[] => {
    if (key === 'attributes') return describeAttributes(change.old, change.new);
    const [, part, id, ofPart] = PART.exec(key) ?? [];
    const field = ofPart ?? key;
    const plain = id !== undefined && ofPart === undefined;
    const show = (value: unknown) => (plain ? textOf(value) : describeValue(field, value, context));
    const label = part && id ? labelOfPart(part, id, ofPart, context) : wordOf(key, context);
    return [{ key, label, old: show(change.old), now: show(change.new) }];
  });
  // What was empty and stays so is no change: a record that was just begun names it.
  return shown.filter(({ old, now }) => old !== null || now !== null);
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

const wordOf = (field: string, { translate, record }: Context) => fieldWord(translate, field, record);

function labelOfPart(part: string, id: string, field: string | undefined, { translate, nameOf }: Context): string {
  const known = nameOf(id);
  const name =
    known === null ? translate(`audit.${part}`) : translate(`audit.${part}_named`, { values: { [part]: known } });
  return field === undefined ? name : `${name}: ${fieldWord(translate, field, part)}`;
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
  if (field === 'interval' && isInterval(value))
    return translate(`tasks.every.${value.unit}`, { values: { n: value.value } });
  if (field === 'cmc' && isCapability(value)) {
    return `${formatPlain(value.a, language)} + ${formatPlain(value.b, language)} · |x|`;
  }
  if (field === 'environment') return limitTexts(value as EnvironmentLimits, translate, language).join(', ') || null;
  if (field === 'plan') return planText(value as NominalPlan, language);
  if (field === 'events' && Array.isArray(value))
    return value.map((event) => eventText(String(event), translate)).join(', ') || null;
  if (Array.isArray(value)) return value.map(textOf).join(', ') || null;
  if (typeof value !== 'string') return textOf(value);
  if (isDay(value)) return formatDay(value, language);
  if (field === 'delivery') return eventText(value, translate);
  if (PICTURES.has(field)) return translate('audit.value.picture');
  if (field === 'role') return translate(`${roles}.${value}`, { default: value });
  if (field === 'kind' || field === 'task_outcome') return translate(`tasks.${field.replace('task_', '')}.${value}`);
  if (field === 'reason' && isCopyReason(value)) return translate(`audit.value.reason.${value}`);
  if (WORDS.has(field)) return translate(`audit.value.${field}.${value.replaceAll(' ', '_')}`, { default: value });
  return field.endsWith('_id') ? (nameOf(value) ?? value) : value;
}

/** An event of webhooks, or a delivery of one: `calibration.recorded 0198…`. */
function eventText(text: string, translate: Translate): string {
  const [event = '', ...id] = text.split(' ');
  return [translate(eventWord(event), { default: event }), ...id].join(' ');
}

const isCapability = (value: unknown): value is { readonly a: number; readonly b: number } =>
  typeof value === 'object' &&
  value !== null &&
  'a' in value &&
  'b' in value &&
  typeof value.a === 'number' &&
  typeof value.b === 'number';

const isInterval = (value: unknown): value is Interval =>
  typeof value === 'object' && value !== null && 'value' in value && 'unit' in value;

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
