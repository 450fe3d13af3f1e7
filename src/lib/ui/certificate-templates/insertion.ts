import type { z } from 'zod';
import type { templateValueSchema } from '#lib/contracts/certificate-templates.ts';

export type TemplateValue = z.infer<typeof templateValueSchema>;

/** What is written into a source: the cursor is left between the two. */
export type Insertion = { readonly before: string; readonly after: string };

/** Lists whose element has another name than their own without its last letter. */
const ELEMENTS: Readonly<Record<string, string>> = { budget: 'source', head: 'row' };

/** What a loop calls one element of a list: `run.entries` → `entry`, `runs` → `run`, `printed.identity` → `section`. */
export function elementName(list: string): string {
  if (list.startsWith('printed.')) return 'section';
  const name = list.split('.').at(-1) ?? list;
  const known = ELEMENTS[name];
  if (known !== undefined) return known;
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') ? name.slice(0, -1) : `one_${name}`;
}

/** As it is called where it can be printed: `runs[].points[].error` is `point.error` in the loop over the points of a run. */
export function nameInLoop(path: string): string {
  const parts = path.split('[]');
  const own = parts.at(-1) ?? '';
  const list = parts.at(-2);
  return list === undefined ? path : elementName(list) + own;
}

/** How a value gets into a template; null for a group, which has none of its own. */
export function insertionOf({ path, type }: Pick<TemplateValue, 'path' | 'type'>): Insertion | null {
  const name = nameInLoop(path);
  switch (type) {
    case 'group':
      return null;
    case 'list':
      return { before: `\\BLOCK{for ${elementName(name)} in ${name}}\n`, after: '\n\\BLOCK{endfor}\n' };
    case 'flag':
      return { before: `\\BLOCK{if ${name}}\n`, after: '\n\\BLOCK{endif}\n' };
    default:
      return path.startsWith('pictures.')
        ? { before: `\\includegraphics{\\VAR{${name}}}`, after: '' }
        : { before: `\\VAR{${name}}`, after: '' };
  }
}
