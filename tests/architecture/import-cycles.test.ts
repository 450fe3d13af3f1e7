import { expect, test } from 'vitest';
import { cyclesIn, importGraph, importsOf } from './import-graph.ts';

test('no two files of the product import each other, directly or by way of others', () => {
  const graph = importGraph();
  expect(graph.size).toBeGreaterThan(500);
  expect(graph.get('src/lib/metrology/analyze.ts')).toContain('src/lib/metrology/analysis-steps.ts');
  expect(cyclesIn(graph)).toEqual([]);
});

test('the search finds a cycle, also in a component, and takes types for none', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []]
  ]);
  expect(cyclesIn(graph)).toEqual([['a', 'b', 'c', 'a']]);
  const file = 'src/lib/ui/form/TextField.svelte';
  const script = (text: string) => `<script lang="ts">\n  ${text}\n</script>`;
  expect(importsOf(file, script("import Field from './Field.svelte';"))).toEqual(['src/lib/ui/form/Field.svelte']);
  expect(importsOf(file, script("import type { A } from './Field.svelte';"))).toEqual([]);
  expect(
    importsOf(file, script("import { type A } from './problem.ts';\n  export { b } from './problem.ts';"))
  ).toEqual(['src/lib/ui/form/problem.ts']);
});
