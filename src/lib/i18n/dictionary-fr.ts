import { words, type Dictionary } from './dictionary.ts';

export default words(
  import.meta.glob<Dictionary>('./fr/first/*.json', { eager: true, import: 'default' }),
  () => import('./signed-in-fr.ts'),
  import.meta.glob<Dictionary>('./fr/*.json', { import: 'default' })
);
