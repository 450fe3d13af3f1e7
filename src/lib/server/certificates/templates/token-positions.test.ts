import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import './token-positions.ts';

test.each(['{{ x }}', 'one\n{{ x }}', '\n\n  {{ y }}{{ x }}\n{{ z }}\n', '{{ z }}\r\n{{ y\n| append: x }}'])(
  'of %j, values are where they are',
  (source) => {
    const { globals } = new Liquid().analyzeSync(new Liquid().parse(source));
    for (const [name, uses] of Object.entries(globals)) {
      const before = source.slice(0, source.indexOf(name)).split('\n');
      expect(uses[0]?.location).toMatchObject({ row: before.length, col: (before.at(-1)?.length ?? 0) + 1 });
    }
  }
);
