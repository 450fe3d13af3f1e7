import type { Translate } from '#lib/i18n/translate.ts';
import { fieldWord } from '../form/field-word.ts';

/** Words for the fields that a summary of errors names: `channels.1.unit` → `Channel 2: Unit`. */
export function fieldLabels(fields: readonly string[], translate: Translate): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => {
      const last = field.split('.').at(-1) ?? field;
      const attribute = /^attributes\.(\d+)\.(key|value)$/.exec(field);
      if (attribute) {
        const row = translate('asset_form.attribute.numbered', { values: { n: Number(attribute[1]) + 1 } });
        return [field, `${row}: ${translate(`common.named.${attribute[2]}`)}`];
      }
      const channel = /^channels\.(\d+)\./.exec(field)?.[1];
      const isLimit = last === 'lower' || last === 'upper';
      const words = isLimit
        ? translate(`asset_form.tolerance.${last}`)
        : fieldWord(translate, last, channel === undefined ? 'asset' : 'channel');
      if (channel === undefined) return [field, words];
      return [field, `${translate('asset_form.channel.unnamed', { values: { n: Number(channel) + 1 } })}: ${words}`];
    })
  );
}
