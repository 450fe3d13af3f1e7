/** The conditions in a few words each, for the folded line. */
import type { Translate } from '#lib/i18n/translate.ts';
import { modelOf } from '#lib/metrology/models/table.ts';
import { formatPlain } from '../number-input/format-number.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import { limitsText, withUnit } from '../text/quantity-text.ts';
import { decimalsTyped } from '#lib/worksheet/typed/decimals-typed.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { methodOf } from '#lib/worksheet/sections/fit.ts';

/** `Polynomial, degree 2 chosen of 1 to 4`. `chosen` is the degree of the current result, where there is one. */
export function fitWords(form: CalibrateForm, chosen: number | null, translate: Translate): string {
  const model = translate(`model.name.${form.fit.model}`);
  const degree = !modelOf(form.fit.model).options.includes('degree')
    ? ''
    : form.fit.degree !== 'auto'
      ? `, ${translate('calibrate.words.degree', { values: { degree: form.fit.degree } })}`
      : `, ${chosen === null ? translate('calibrate.words.degree_auto') : translate('calibrate.words.degree_chosen', { values: { degree: chosen } })}`;
  const method = methodOf(form.fit);
  const weights = method === 'ols' ? '' : `, ${translate(`calibrate.words.${method}`)}`;
  return `${model}${degree}${weights}`;
}

/** `Tolerance ±0.30 °C, guard band w = U`; says so where there is none. */
export function toleranceWords(form: CalibrateForm, language: string, translate: Translate): string {
  const parts = form.tolerance.flatMap((part) => {
    const [lower, upper] = [parseDecimal(part.lower, language), parseDecimal(part.upper, language)];
    const unit = part.kind === 'absolute' ? form.unit : translate(`calibrate.words.${part.kind}`);
    const text = limitsText(lower, upper, decimalsTyped([part.lower, part.upper], null), language);
    return text === null ? [] : [withUnit(text, unit)];
  });
  return parts.length === 0 ? translate('calibrate.words.no_tolerance') : parts.join(' + ');
}

/** `guard band w = U`, `simple acceptance`. */
export function ruleWords(form: CalibrateForm, language: string, translate: Translate): string {
  const name = translate(`calibration.rule.${form.rule}`);
  if (form.rule !== 'guard_band') return name;
  const factor = parseDecimal(form.guard_band_factor, language) ?? 1;
  return `${name}, w = ${factor === 1 ? '' : `${formatPlain(factor, language)} `}U`;
}

/** Which correction the instrument was used with; nothing where there was none. */
export function inForceWords(form: CalibrateForm, translate: Translate): readonly string[] {
  if (!form.use_in_force || form.in_force === null) {
    if (form.typed_in_force.used) return [translate('calibrate.words.in_force_typed')];
    return form.use_nominal && form.nominal !== null ? [translate('calibrate.words.in_force_nominal')] : [];
  }
  const { version } = form.in_force;
  return [
    version === null
      ? translate('calibrate.words.in_force_typed')
      : translate('calibrate.words.in_force', { values: { version } })
  ];
}

/** `22.4 °C, 46 %, 100.8 kPa`, as typed; empty without any. */
export function airWords(form: CalibrateForm): string {
  const { temperature, humidity, pressure } = form.environment;
  const parts = [
    [temperature, '°C'],
    [humidity, '%rh'],
    [pressure, 'kPa']
  ] as const;
  return parts
    .filter(([text]) => text.trim() !== '')
    .map(([text, unit]) => withUnit(text.trim(), unit))
    .join(', ');
}
