/** The server reads digital certificates of other laboratories: one file at a time. Make it inside component initialisation. */
import { get } from 'svelte/store';
import { locale } from 'svelte-i18n';
import { call } from '#lib/client/api/call.ts';
import type { DccReading } from '#lib/contracts/dcc.ts';
import { bestLanguage } from '#lib/i18n/language.ts';
import { Sending } from '../../../../sending.svelte.ts';

export class DccFileReading {
  readonly sending = new Sending();

  /** Null if it could not be read; `sending.problem` says why. */
  readonly read = async (file: File): Promise<DccReading | null> => {
    let answer: DccReading | null = null;
    await this.sending.run(async () => {
      // A browser that does not know the ending of the name sends no type.
      const xml = new Blob([file], { type: 'application/xml' });
      answer = await call('readDcc', { file: xml, query: { language: bestLanguage([get(locale) ?? 'en']) } });
    });
    return answer;
  };
}
