import { expect, test } from 'vitest';
import { maskAddress } from './mask-address.ts';

test.each([
  ['maria.curie@customer.example', 'm…@customer.example'],
  ['m@customer.example', '…@customer.example'],
  ['"a@b"@customer.example', '"…@customer.example'],
  ['nobody', '…'],
  ['', '…']
])('%s is shown as %s', (address, shown) => expect(maskAddress(address)).toBe(shown));
