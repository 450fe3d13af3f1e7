import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeTex } from './escape-tex.ts';
import { fillTemplate, TEMPLATE_LIMITS } from './fill-template.ts';
import { latexOfRuns } from './latex-text.ts';
import { TemplateError } from './template-error.ts';

const values = {
  asset: { name: 'Pump 5 % & more', serial: null },
  unit: latexOfRuns([
    { kind: 'text', text: 'U ', italic: true },
    { kind: 'text', text: 'low_1', script: 'sub' }
  ]),
  points: Array.from({ length: 400 }, (_, index) => ({ n: index })),
  yes: true
};
const fill = (template: string, own: object = values) => fillTemplate(template, own);
function faultOf(template: string, own: object = values): { line: number; message: string } | undefined {
  try {
    fill(template, own);
  } catch (thrown) {
    if (thrown instanceof TemplateError) return thrown.faults[0];
    throw thrown;
  }
  throw new Error('it was filled');
}

describe('a filled template', () => {
  it('has values escaped, what the server made as LaTeX as it is, and nothing for what is missing', () => {
    expect(fill(String.raw`\VAR{asset.name}|\VAR{unit}|\VAR{asset.serial}|\VAR{yes}`).source).toBe(
      String.raw`Pump 5 \% \& more|\textit{U }\textsubscript{low\_1}||true`
    );
  });

  it('escapes what a filter made of LaTeX', () => {
    expect(fill(String.raw`\VAR{unit | append: "%"}`).source).toBe(String.raw`U low\_1\%`);
    expect(fill(String.raw`\VAR{"\\write18{x}" | append: "$"}`).source).toBe(
      String.raw`\textbackslash{}write18\{x\}\$`
    );
  });

  it('loses lines of control tags and comments, and says where the others are from', () => {
    const template = [
      String.raw`a \#{ a comment \VAR{nowhere} of`,
      'two lines}b',
      String.raw`\BLOCK{for point in points limit: 2}`,
      String.raw`row \VAR{point.n} \\`,
      String.raw`  \BLOCK{if point.n > 5} \BLOCK{endif}`,
      String.raw`\BLOCK{endfor}`,
      '',
      'end'
    ].join('\n');
    const filled = fill(template);
    expect(filled.source.split('\n').map((line) => line.trim())).toEqual([
      'a b',
      'row 0 \\\\',
      'row 1 \\\\',
      '',
      'end'
    ]);
    expect([1, 2, 3, 4, 5].map(filled.lineOf)).toEqual([1, 4, 4, 7, 8]);
  });

  it.each<readonly [string, RegExp]>([
    [String.raw`\VAR{asset.nme}`, /^There is no value asset\.nme\. The list/u],
    [String.raw`\BLOCK{if asset.serial}\VAR{nowhere}\BLOCK{endif}`, /There is no value nowhere/u],
    [String.raw`\VAR{asset}`, /group of values/u],
    [String.raw`\VAR{points}`, /a list/u],
    [String.raw`\VAR{asset.name | raw}`, /There is no filter raw/u],
    [String.raw`\VAR{asset.name | vanish}`, /There is no filter vanish/u],
    [String.raw`\VAR{asset.name`, /not closed/u],
    [String.raw`\BLOCK{for a in points}`, /not closed/u],
    [String.raw`\BLOCK{endfor}`, /endfor closes nothing/u],
    [String.raw`\VAR{asset.constructor.name}`, /There is no value/u],
    [String.raw`\VAR{asset.__proto__}`, /There is no value/u],
    [String.raw`\VAR{unit.constructor}`, /no value|class|constructor/iu],
    [String.raw`\VAR{unit.latex}`, /There is no value/u],
    ...['include', 'render', 'layout', 'block', 'liquid', 'raw', 'capture', 'echo', 'tablerow'].map(
      (tag) =>
        [
          String.raw`\BLOCK{${tag} "/etc/passwd"}`,
          new RegExp(`There is no control tag ${tag}|not closed`, 'u')
        ] as const
    )
  ])('refuses %s with its line', (template, message) => {
    const fault = faultOf(`first\nsecond\n${template}\nlast`);
    expect(fault?.line).toBe(3);
    expect(fault?.message).toMatch(message);
    expect(fault?.message).not.toMatch(/[\ue000-\ue002]/u);
  });

  it.each([
    ['a long range', String.raw`\BLOCK{for i in (1..100000000)}x\BLOCK{endfor}`],
    ['loops in loops', String.raw`\BLOCK{for a in points}`.repeat(8) + 'x' + String.raw`\BLOCK{endfor}`.repeat(8)],
    ['empty loops in loops', String.raw`\BLOCK{for a in points}`.repeat(8) + String.raw`\BLOCK{endfor}`.repeat(8)],
    [
      'a doubled text',
      String.raw`\BLOCK{assign s = "xxxxxxxx"}` + String.raw`\BLOCK{assign s = s | append: s}`.repeat(60)
    ],
    [
      'a text replaced by itself',
      String.raw`\BLOCK{assign s = "xxxxxxxx"}` + String.raw`\BLOCK{assign s = s | replace: "x", s}`.repeat(9)
    ],
    [
      'much source in a loop',
      `${String.raw`\BLOCK{for a in points}`}${'x'.repeat(100_000)}${String.raw`\BLOCK{endfor}`}`
    ],
    ['deep nesting', String.raw`\BLOCK{if yes}`.repeat(20_000) + String.raw`\BLOCK{endif}`.repeat(20_000)],
    ['a long source', 'x'.repeat(300_000)],
    ['many tags', String.raw`\VAR{yes}`.repeat(25_000)],
    ['many tags that do not end', String.raw`\VAR{`.repeat(3900)],
    ['many strings that do not end', String.raw`\VAR{"`.repeat(3900)],
    ['many tags far from the beginning', 'x'.repeat(200_000) + String.raw`\VAR{yes}`.repeat(3900) + String.raw`\VAR{`],
    ['many tags that end in a string', `${String.raw`\VAR{`.repeat(3900)}${'x'.repeat(200_000)}"}`],
    ['joined lists', String.raw`\BLOCK{assign l = points}` + String.raw`\BLOCK{assign l = l | concat: l}`.repeat(40)]
  ])('stops %s', (_, template) => {
    const before = process.cpuUsage();
    expect(faultOf(template)?.message).toMatch(
      /too much|too long|longer|inside each other|nested|more than 4000 tags|not closed/u
    );
    const { user } = process.cpuUsage(before);
    expect(user / 1e6).toBeLessThan(10);
  });
});

describe('a template on a busy machine', () => {
  it('is filled however long the processor is with others', () => {
    const values = {
      get waited() {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TEMPLATE_LIMITS.milliseconds + 100);
        return 'at last';
      }
    };
    expect(fillTemplate(String.raw`\VAR{waited}, \VAR{waited | size}`, values).source).toBe('at last, 7');
  });
});

describe('an escaped value', () => {
  it('has no command, group, comment or ligature', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
        const escaped = escapeTex(value);
        const bare = escaped.replace(/\\(?:text[a-z]+\{\}|[{}#$%&_])|[-,]\{\}/gu, '');
        expect(bare).not.toMatch(/[\\{}#$%&_^~"'`<>|\p{Cc}]|--|,,/u);
      }),
      { numRuns: 3000 }
    );
  });

  it.each([
    ['---', '-{}-{}-'],
    [',,a', ',{},a'],
    ['^^5c', String.raw`\textasciicircum{}\textasciicircum{}5c`],
    ['a\n\nb\tc\0d', 'a b cd'],
    ['5\u202f°C', '5\u202f°C']
  ])('%j is %s', (value, escaped) => expect(escapeTex(value)).toBe(escaped));
});
