import { describe, expect, it } from 'vitest';
import { parseXmlText } from './parse-xml.ts';
import { everyElement, saysTheSame } from './xml-tree.ts';

describe('a document', () => {
  it.each([
    ['<a><?p x?></a>', [true]],
    ['<a><b/><c><?p?></c></a>', [false, false, true]],
    ['<?p x?><a><b/></a>', [true, false]],
    ['<a><b/></a><?p x?>', [true, false]],
    ['<?xml version="1.0"?><a><b><!-- <?p x?> --><![CDATA[<?p x?>]]></b></a>', [false, false]]
  ])('says where instructions for programs are: %s', (text, expected) => {
    expect([...everyElement(parseXmlText(text))].map(({ hasInstruction }) => hasInstruction)).toEqual(expected);
  });

  it('has its own attribute before one of XML with its name', () => {
    for (const text of ['<a lang="en" xml:lang="de"/>', '<a xml:lang="de" lang="en"/>'])
      expect(parseXmlText(text).attributes.get('lang')).toBe('en');
  });

  it.each([
    ['<a>1<!--x-->0<b c="1" d="2"/></a>', '<a>1<![CDATA[0]]><b d="2" c="&#49;"></b></a>', true],
    ['<x:a xmlns:x="urn:a"/>', '<a xmlns="urn:a"/>', true],
    ['<a>1</a>', '<a>1<?p 0?></a>', true],
    ['<a>10</a>', '<a>1<b/>0</a>', false],
    ['<a>1</a>', '<a>1 </a>', false],
    ['<a><b/><c/></a>', '<a><c/><b/></a>', false],
    ['<a><b/></a>', '<a><b/><b/></a>', false],
    ['<a><b/></a>', '<a/>', false],
    ['<a b="1"/>', '<a b="2"/>', false],
    ['<a b="1"/>', '<a c="1"/>', false],
    ['<a b="1"/>', '<a b="1" c="1"/>', false],
    ['<x:a xmlns:x="urn:a"/>', '<x:a xmlns:x="urn:b"/>', false],
    ['<a><b>1</b></a>', '<a><b>2</b></a>', false]
  ])('says the same as another, or not: %s and %s', (one, other, expected) => {
    const [first, second] = [parseXmlText(one), parseXmlText(other)];
    expect([saysTheSame(first, second), saysTheSame(second, first)]).toEqual([expected, expected]);
  });
});
