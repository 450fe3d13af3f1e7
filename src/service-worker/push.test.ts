import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#lib/i18n/language.ts';
import { NOTIFICATION_PREFERENCES } from '#lib/records/notifications.ts';
import { messageOf, textOf } from './push.ts';
import { PUSH_WORDS } from './push-words.ts';

describe('a pushed message', () => {
  it('is said in the reader’s language, a kind that this version does not know in general words', () => {
    expect(textOf(messageOf('{"about":"calibration_due","language":"de","path":"/"}'))).toBe(
      'Kalibrierungen oder Aufgaben sind fällig.'
    );
    expect(textOf(messageOf('{"about":"constructor","language":"fr","path":"/"}'))).toBe(PUSH_WORDS['fr']?.other);
    expect(textOf(messageOf('{"language":"toString"}'))).toBe(PUSH_WORDS['en']?.other);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'opens no page outside of the app: %s',
    (path) => {
      expect(messageOf(JSON.stringify({ about: 'other', language: 'en', path })).path).toBe('/notifications');
    }
  );

  it('that cannot be read is shown all the same', () => {
    for (const text of [undefined, '', 'null', '[', '7']) expect(textOf(messageOf(text))).toBe(PUSH_WORDS['en']?.other);
  });

  it('has words for every preference in every language', () => {
    expect(Object.keys(PUSH_WORDS).sort()).toEqual([...LANGUAGES].sort());
    for (const words of Object.values(PUSH_WORDS)) {
      for (const preference of NOTIFICATION_PREFERENCES) expect(words).toHaveProperty(preference);
    }
  });
});
