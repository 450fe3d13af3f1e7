// cspell:ignore Procs lter streamx
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import {
  deflated,
  form,
  latin,
  object,
  redrawPages,
  stream,
  written,
  type Parts
} from '../../../../../../tests/certificates/tex/page-of-tex.ts';
import { SIGNATURE_MARK } from '../picture-files.ts';
import { bytesOf } from './stream-bytes.ts';
import { allowedBytes } from './budget.ts';

async function drawnIn(parts: Parts): Promise<{ readonly objects: readonly string[]; readonly drawn: string }> {
  const { document } = await redrawPages(written(parts));
  const saved = await PDFDocument.load(await document.save({ useObjectStreams: false }));
  const streams = saved.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFRawStream ? [latin(bytesOf(one, allowedBytes()))] : []));
  return {
    objects: saved.context.enumerateIndirectObjects().map(([{ tag }]) => tag),
    drawn: streams.join('\n---\n')
  };
}

const clipped = `BT /F1 10 Tf 7 Tr (x) Tj ${'re '.repeat(14)} n ET`;
const letter = '/Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /Encoding << >> /CharProcs << /a 10 0 R >>';
/** Nine drawings, each of which shows the next ten times. */
const tenfold = Array.from({ length: 9 }, (_, i) =>
  form(
    10 + i,
    i === 8 ? '0 0 1 1 re f' : '/X Do '.repeat(10),
    i === 8 ? '' : `/Resources << /XObject << /X ${11 + i} 0 R >> >>`
  )
);

describe('a page that TeX made', () => {
  it('is drawn anew, without anything else of the file', async () => {
    const { objects, drawn } = await drawnIn({
      resources: '/XObject << /X 10 0 R /Unused 11 0 R >>',
      content: 'q /X Do Q',
      page: '/Rotate 90 /AA << /O << /S /JavaScript /JS (x) >> >>',
      more: [form(10, '0 0 1 1 re f'), form(11, 'Q Q Q'), object(33_554_424, 'null'), object(10, 'null', 3)]
    });
    expect(drawn).toContain('(text) Tj');
    expect(drawn).toContain('0 0 1 1 re\nf');
    expect(drawn).not.toContain('Q Q Q');
    expect(objects.every((tag) => / 0 R$/u.test(tag))).toBe(true);
    expect(objects.length).toBeLessThan(12);
  });

  it('has its letters, colours and pictures', async () => {
    const { document } = await redrawPages(
      written({
        resources:
          '/ColorSpace << /C [/Indexed /DeviceRGB 1 <000000FFFFFF>] >> /ExtGState << /G << /ca 0.5 /SMask /None >> >>' +
          '/XObject << /I 10 0 R >>',
        content: '/C cs 1 sc /G gs /I Do',
        more: [
          stream(10, '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /OC 1 0 R', 'a')
        ]
      })
    );
    const saved = await PDFDocument.load(await document.save());
    const [page] = saved.getPages();
    const [drawn] = page?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).values() ?? [];
    const shown = saved.context.lookup(drawn);
    const resources = shown instanceof PDFRawStream ? String(shown.dict.lookup(PDFName.of('Resources'))) : '';
    for (const kind of ['Font', 'ColorSpace', 'ExtGState', 'XObject']) expect(resources).toContain(`/${kind}`);
    expect(String(resources)).not.toContain('/OC');
  });

  it('has its links, out of the document and to places in it by name, but none over the foot', async () => {
    const link = (rect: string, action: string) =>
      `<< /Subtype /Link /Rect [${rect}] /A << ${action} >> /AP << /N 4 0 R >> >>`;
    const links = [
      link('10 100 50 120', '/S /URI /URI (https://example.org/)'),
      link('10 200 50 220', '/S /GoTo /D (here)'),
      link('10 300 50 320', '/S /GoTo /D (nowhere)'),
      link('10 5 50 25', '/S /URI /URI (https://example.org/over-the-foot)'),
      link('10 400 50 420', '/S /Launch /F (x)')
    ];
    const { document } = await redrawPages(
      written({
        page: `/Annots [${links.join(' ')}]`,
        catalog: '/Names << /Dests << /Names [(here) [3 0 R /XYZ 10 700 null]] >> >>'
      })
    );
    const [page] = document.getPages();
    const kept = page?.node.Annots()?.asArray().map(String) ?? [];
    expect(kept).toHaveLength(2);
    expect(kept[0]).toContain('/URI (https://example.org/)');
    expect(kept[1]).toContain(`/Dest [ ${page?.ref.tag} /FitH 700 ]`);
    expect(kept.join(' ')).not.toContain('/AP');
  });

  it('says where the place of the signature is', async () => {
    const { signature } = await redrawPages(
      written({
        resources: '/XObject << /S 10 0 R >>',
        content: 'q 1 0 0 1 100 200 cm /S Do Q',
        more: [stream(10, '/Subtype /Form /BBox [0 0 50 20]', `/${SIGNATURE_MARK} MP`)]
      })
    );
    expect(signature).toEqual({ pageIndex: 0, rect: [100, 200, 150, 220] });
  });

  it.each<readonly [string, Parts, string]>([
    [
      'an object that cannot be read',
      { more: ['10 0 obj\n<< /BBox [0 0 1 1] 5 /Length 1 >>\nstream\nQ\nendstream\nendobj'] },
      'cannot be read'
    ],
    ['a font that is not there', { content: 'BT /T 1 Tf ET' }, 'not there'],
    [
      'a font of drawings within its resources',
      {
        resources: '/XObject << /X 11 0 R >>',
        content: '/X Do',
        more: [
          stream(10, '', '1000 0 d0 Q Q Q 3 Tr q q q'),
          form(11, 'BT /T 1 Tf (a) Tj ET', `/Resources << /Font << /T << /Subtype ${letter} >> >> >>`)
        ]
      },
      'letters are drawings'
    ],
    ['a text that clips, and operators without what they take', { content: clipped }, 'clips'],
    ['operators without what they take', { content: `0 0 1 1 re W ${'re '.repeat(14)} n` }, 'what it does not take'],
    [
      'a soft mask',
      {
        resources: '/ExtGState << /G << /SMask << /S /Alpha /G 10 0 R >> >> >>',
        content: 'q /G gs Q',
        more: [stream(10, '', 'Q Q Q')]
      },
      'soft mask'
    ],
    [
      'drawings that come to a milliard operations',
      { resources: '/XObject << /X 10 0 R >>', content: '/X Do', more: tenfold },
      'draws too much'
    ],
    [
      'a drawing that shows itself',
      {
        resources: '/XObject << /X 10 0 R >>',
        content: '/X Do',
        more: [form(10, '/X Do', '/Resources << /XObject << /X 10 0 R >> >>')]
      },
      'shows itself'
    ],
    ['a pattern', { resources: '/Pattern << /P 10 0 R >>', content: '/Pattern cs /P scn' }, 'has a pattern'],
    [
      'a small picture whose mask is large, many times',
      {
        resources: '/XObject << /I 10 0 R >>',
        content: '/I Do '.repeat(100),
        more: [
          stream(
            10,
            '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 11 0 R',
            'a'
          ),
          stream(11, '/Subtype /Image /Width 5000 /Height 5000 /BitsPerComponent 1 /ColorSpace /DeviceGray', 'a')
        ]
      },
      'draws too much'
    ],
    [
      'a table of letters of its own',
      {
        resources: '/XObject << /X 11 0 R >>',
        content: '/X Do',
        more: [
          stream(10, '/Type /CMap', 'x'),
          form(
            11,
            'BT /T 1 Tf ET',
            '/Resources << /Font << /T << /Type /Font /Subtype /Type0 /BaseFont /T /Encoding 10 0 R >> >> >>'
          )
        ]
      },
      'font'
    ],
    ['a shading', { resources: '/Shading << /S 10 0 R >>', content: '/S sh' }, 'has a shading'],
    [
      'a JPEG picture of another size than it says',
      {
        resources: '/XObject << /X 10 0 R >>',
        content: '/X Do',
        more: [
          stream(
            10,
            '/Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
            '\u00ff\u00d8\u00ff\u00c0\0\u000b\b\u001f\u0040\u001f\u0040\u0001\u0001\u0011\0\u00ff\u00da'
          )
        ]
      },
      'picture'
    ],
    [
      'a drawing in a language of its own',
      { resources: '/XObject << /X 10 0 R >>', content: '/X Do', more: [stream(10, '/Subtype /PS', 'x')] },
      'picture'
    ],
    [
      'colours that are calculated',
      {
        resources: '/ColorSpace << /C [/Separation /a /DeviceGray 10 0 R] >>',
        content: '/C cs',
        more: [stream(10, '/FunctionType 4 /Domain [0 1] /Range [0 1]', '{ }')]
      },
      'function'
    ],
    [
      'a stream that was compressed twice',
      { stored: '/Filter [/FlateDecode /FlateDecode]', content: deflated(deflated('n')) },
      'unusual'
    ],
    [
      'the same by reference',
      { stored: '/Filter [10 0 R 10 0 R]', content: 'n', more: [object(10, '/FlateDecode')] },
      'unusual'
    ],
    ['the same, its name in numbers', { stored: '/F#69lter [/FlateDecode /FlateDecode]', content: 'n' }, 'unusual'],
    ['a stream that is compressed in another way', { stored: '/Filter /ASCIIHexDecode', content: '6e>' }, 'unusual']
  ])('is refused with %s', async (_, parts, said) => {
    await expect(redrawPages(written(parts))).rejects.toThrow(said);
  });
});
