import { words, type Dictionary } from './dictionary.ts';

export default words(
  import.meta.glob<Dictionary>('./en/first/*.json', { eager: true, import: 'default' }),
  () => import('./signed-in-en.ts'),
  import.meta.glob<Dictionary>('./en/*.json', { import: 'default' })
);
