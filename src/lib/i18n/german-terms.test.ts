import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordFiles } from '../../../tests/support/dictionaries.ts';

const ON_CERTIFICATES = ['src/lib/metrology/conformity/statement-texts.ts', 'src/lib/server/certificates/labels/de.ts'];
/**
 * Words that mean the same as one that the app uses: DIN EN ISO/IEC 17025 and DAkkS say Abweichung and Schutzabstand, and a super
 * administrator is a Hauptadministrator.
 */
const OTHER_WORDS =
  /\b(Schutzband|Schutzbänder|Sicherheitsabstand|Sicherheitsband|Messfehler|Fehler der Anzeige|Fehlers?|Superadministrator\w*)\b/u;

test('German has one word for an error of indication, one for a guard band and one for who runs the installation', () => {
  const files = [...wordFiles('de'), ...ON_CERTIFICATES];
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => OTHER_WORDS.test(line))
      .map((line) => `${file}: ${line.trim()}`)
  );
  expect(found).toEqual([]);
});
