// cspell:ignore streamx
import { describe, expect, it } from 'vitest';
import {
  deflated,
  form,
  object,
  redrawPages,
  stream,
  written,
  type Parts
} from '../../../../../../tests/certificates/tex/page-of-tex.ts';
import { threadMilliseconds } from '../../templates/thread-time.ts';

describe('a page that TeX made', () => {
  /** Levels of nodes, each of which has the next one twice. */
  const twice = (entries: string, last: string) =>
    Array.from({ length: 24 }, (_, i) =>
      object(10 + i, i === 23 ? last : `<< ${entries} /Kids [${11 + i} 0 R ${11 + i} 0 R] >>`)
    );

  it.each<readonly [string, Parts, string | null]>([
    [
      'places whose names are found by millions of ways',
      { catalog: '/Names << /Dests 10 0 R >>', more: twice('', '<< >>') },
      null
    ],
    [
      'pages that are found by millions of ways',
      { kids: '10 0 R', more: twice('/Type /Pages', '<< /Type /Page >>') },
      'not sound'
    ],
    [
      'an address of a megabyte, linked to five hundred times',
      {
        page: `/Annots [${'10 0 R '.repeat(500)}]`,
        more: [
          object(
            10,
            `<< /Subtype /Link /Rect [100 100 200 200] /A << /S /URI /URI (http://a/${'a'.repeat(1_000_000)}) >> >>`
          )
        ]
      },
      null
    ],
    [
      'names of places of a megabyte, given a thousand times',
      {
        catalog: `/Names << /Dests << /Names [${'10 0 R 3 0 R '.repeat(1000)}] >> >>`,
        more: [object(10, `(${'a'.repeat(1_000_000)})`)]
      },
      null
    ],
    [
      'a thousand pages that share five thousand names of a drawing',
      {
        kids: Array.from({ length: 1000 }, (_, i) => `${20 + i} 0 R `).join(''),
        count: 1000,
        more: [
          form(10, deflated('n'), '/Filter /FlateDecode'),
          object(11, `<< ${Array.from({ length: 5000 }, (_, i) => `/X${i} 10 0 R `).join('')} >>`),
          ...Array.from({ length: 1000 }, (_, i) =>
            object(20 + i, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject 11 0 R >> >>')
          )
        ]
      },
      null
    ],
    [
      'a text of a megabyte, a thousand times in a font',
      {
        resources: '/XObject << /X 10 0 R >>',
        content: '/X Do',
        more: [
          form(
            10,
            'BT /T 1 Tf (a) Tj ET',
            `/Resources << /Font << /T << /Type /Font /Subtype /Type1 /BaseFont /T /Widths [${'11 0 R '.repeat(1000)}] >> >> >>`
          ),
          object(11, `(${'a'.repeat(1_000_000)})`)
        ]
      },
      'too many values'
    ],
    ['streams that are none', { more: [object(10, `(${'streamx\u009c'.repeat(100_000)})`)] }, 'too'],
    [
      'streams within each other',
      { more: [object(10, `(${'streamx\u009c\0\b\0\u00f7\u00ff'.repeat(10_000)})`)] },
      'too'
    ],
    [
      'operations that do nothing',
      { stored: '/Filter /FlateDecode', content: deflated('n '.repeat(5_000_000)) },
      'draws too much'
    ],
    [
      'marks without end',
      { stored: '/Filter /FlateDecode', content: deflated('/A BMC EMC '.repeat(2_000_000)) },
      'draws too much'
    ],
    [
      'comments without end',
      { stored: '/Filter /FlateDecode', content: deflated('%\n'.repeat(30_000_000)) },
      'draw too much'
    ],
    [
      'marks of many numbers, which are left out',
      { stored: '/Filter /FlateDecode', content: deflated(`${'1 '.repeat(19_999)}/A MP `.repeat(1000)) },
      'draw too much'
    ],
    [
      'a stream that is read from two hundred places, and gives nothing',
      {
        more: [
          object(
            10,
            `(${'stream\n\u0078\u009c\0\t\0\u00f6\u00ff'.repeat(199)}stream\nx\u009c${'\0\0\0\u00ff\u00ff'.repeat(1_000_000)}\u0003\0)`
          )
        ]
      },
      'too large'
    ],
    [
      'a stream that breaks off, begun at a hundred places',
      { more: [object(10, `(${'stream\nx\u009c\0\u0009\0\u00f6\u00ff'.repeat(100)}\u00ff)`)] },
      'cannot be read'
    ],
    [
      'numbers without an operation',
      { stored: '/Filter /FlateDecode', content: deflated('1 '.repeat(20_000_000)) },
      'too long'
    ]
  ])('with %s takes no longer than another', async (_, parts, said) => {
    const begun = threadMilliseconds();
    const fault = await redrawPages(written(parts))
      .then(() => null)
      .catch((thrown: unknown) => String(thrown));
    expect(threadMilliseconds() - begun).toBeLessThan(6000);
    if (said === null) expect(fault).toBeNull();
    else expect(fault).toContain(said);
  });

  it('is refused with streams that become very large, also of objects, before they do', async () => {
    const large = deflated('%'.repeat(40_000_000));
    const cases: readonly Parts[] = [
      { resources: '/XObject << /X 10 0 R >>', content: '/X Do', more: [form(10, large, '/Filter /FlateDecode')] },
      {
        more: Array.from({ length: 8 }, (_, i) =>
          stream(10 + i, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', large)
        )
      }
    ];
    for (const parts of cases) {
      const more = parts.more ?? [];
      const repeated = { ...parts, more: [...more, ...more, ...more, ...more] };
      const begun = threadMilliseconds();
      await expect(redrawPages(written(repeated))).rejects.toThrow('too large');
      expect(threadMilliseconds() - begun).toBeLessThan(3000);
    }
  });
});
