import { expect, test } from 'vitest';
import { assertUncommon } from './common-passwords.ts';

test('a common password is refused at its field of the body', () => {
  expect(() => assertUncommon('Password12345!', 'new_password')).toThrow(
    expect.objectContaining({
      name: 'InvalidInput',
      faults: [expect.objectContaining({ loc: ['body', 'new_password'], type: 'password_common' })]
    })
  );
});

test('a phrase of its own is taken', () => {
  expect(() => assertUncommon('a plumb line hangs true')).not.toThrow();
});
