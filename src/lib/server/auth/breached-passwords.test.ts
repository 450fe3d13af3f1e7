import { expect, test } from 'vitest';
import { isCommonPassword } from '#lib/laboratory/passwords/judge-password.ts';
import { isBreachedPassword, packPrints, printOf, unpackPrints } from './breached-passwords.ts';
import { BREACHED_PRINTS } from './breached-prints.ts';
import { assertUncommon } from './common-passwords.ts';

const STOLEN = ['gthgtylbrekzh', 'kneadingtroughs', 'maritoyhector', 'mequieromucho'];

test.each(STOLEN)('“%s” is not common, but was stolen: refused, in capitals too', (password) => {
  expect(isCommonPassword(password)).toBe(false);
  for (const typed of [password, password.toUpperCase()]) {
    expect(() => assertUncommon(typed)).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ loc: ['body', 'password'], type: 'password_common' })]
      })
    );
  }
});

test.each(['', 'gthgtylbrekz', 'a plumb line hangs true', 'das Lot hängt immer lotrecht', 'mequieromuchísimo'])(
  '“%s” is on no list',
  (password) => {
    expect(isBreachedPassword(password)).toBe(false);
  }
);

test('the list is whole: ascending prints, each once', () => {
  const prints = [...unpackPrints(BREACHED_PRINTS)];
  expect(prints).toHaveLength(10_669);
  expect(packPrints(prints)).toBe(BREACHED_PRINTS);
});

test('a list made of passwords in any order, some twice, is read as their prints', () => {
  const prints = [...STOLEN, ...STOLEN].reverse().map(printOf);
  expect(unpackPrints(packPrints(prints))).toEqual(new Set(prints));
});
