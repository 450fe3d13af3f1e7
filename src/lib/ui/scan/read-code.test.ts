import { describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';

const HERE = 'https://lab.test';
const ID = '0198f3a0-0000-7000-8000-000000000001';
const read = (text: string) => readCode(text, HERE);
const words = (text: string) => ({ kind: 'text', text });

describe('a code', () => {
  it('of this installation is its asset', () => {
    expect(read(`https://lab.test/a/${ID.toUpperCase()}`)).toEqual({ kind: 'sticker', id: ID, host: null });
    expect(read(` HTTPS://LAB.TEST/a/${ID}/\r\n`)).toEqual({ kind: 'sticker', id: ID, host: null });
  });
  it('of a page of this installation is its asset, too', () => {
    expect(read(`https://lab.test/assets/${ID}`)).toEqual({ kind: 'sticker', id: ID, host: null });
    expect(read('https://lab.test/assets/TT%2D042/calibrate?x=1')).toEqual(words('TT-042'));
    expect(read('https://lab.test/assets/%E0%A4%A')).toEqual(words('%E0%A4%A'));
  });
  it('of another installation says of which', () => {
    expect(read(`http://old.test:3000/a/${ID}`)).toEqual({ kind: 'sticker', id: ID, host: 'old.test:3000' });
  });
  it('that leads anywhere else is an address and no asset', () => {
    expect(read('https://shop.test/item?id=TT-042')).toEqual({
      kind: 'address',
      text: 'https://shop.test/item?id=TT-042'
    });
    expect(read('https://lab.test/a/not-an-id')).toMatchObject({ kind: 'address' });
    expect(read('http://')).toMatchObject({ kind: 'address' });
  });
  it('with a bare id is that id', () => {
    expect(read(' TT-042 ')).toEqual(words('TT-042'));
    expect(read(ID)).toEqual({ kind: 'sticker', id: ID, host: null });
    expect(read(']C0TT-042')).toEqual(words('TT-042'));
  });
  it('of a manufacturer (GS1) is the serial number, or the asset identifier', () => {
    expect(read(']d20109506000134352172712312144A-7\u001d10LOT')).toEqual(words('44A-7'));
    expect(read(']C110LOT\u001d21SN 77')).toEqual(words('SN 77'));
    expect(read('\u001d80044012345ABC\u001d21X')).toEqual(words('4012345ABC'));
    expect(read('(01)09506000134352(21)SN-77')).toEqual(words('SN-77'));
  });
  it('of a manufacturer without a serial number is its letters', () => {
    expect(read(']d20109506000134352')).toEqual(words('0109506000134352'));
    expect(read(']d2')).toEqual(words(''));
    expect(read('\u001d\u001d\u001d')).toEqual(words(''));
  });
  it('has no control characters and no end without end', () => {
    expect(read('TT\u0000-\u202e042')).toEqual(words('TT - 042'));
    expect(read('x'.repeat(10_000))).toEqual(words('x'.repeat(200)));
    expect(read('\u001d' + '21'.repeat(5000)).kind).toBe('text');
  });
});
