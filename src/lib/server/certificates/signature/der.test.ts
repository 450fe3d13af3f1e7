import { describe, expect, it } from 'vitest';
import { der, integer, oid, readDer, readParts, sequence, setOf, TAG } from './der.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('DER', () => {
  it('writes lengths in their shortest form', () => {
    expect(hex(der(TAG.octets, Buffer.alloc(127))).slice(0, 4)).toBe('047f');
    expect(hex(der(TAG.octets, Buffer.alloc(128))).slice(0, 6)).toBe('048180');
    expect(hex(der(TAG.octets, Buffer.alloc(300))).slice(0, 8)).toBe('0482012c');
  });

  it('writes identifiers, and numbers that stay positive', () => {
    expect(hex(oid('1.2.840.113549.1.7.2'))).toBe('06092a864886f70d010702');
    expect(hex(integer(Buffer.from([0, 0, 0x80])))).toBe('02020080');
    expect(hex(integer(Buffer.from([0])))).toBe('020100');
  });

  it('orders a set by its members’ bytes', () => {
    expect(hex(setOf(TAG.set, [Buffer.from('020102', 'hex'), Buffer.from('020101', 'hex')]))).toBe('3106020101020102');
  });

  it('reads what it writes, and refuses what is cut off', () => {
    const written = sequence(integer(Buffer.from([5])), der(TAG.octets, Buffer.alloc(200, 7)));
    expect(readParts(readDer(written)).map(({ tag, content }) => [tag, content.length])).toEqual([
      [TAG.integer, 1],
      [TAG.octets, 200]
    ]);
    expect(() => readDer(written.subarray(0, 50))).toThrow('cut off');
  });
});
