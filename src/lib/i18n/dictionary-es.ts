import { words, type Dictionary } from './dictionary.ts';

export default words(
  import.meta.glob<Dictionary>('./es/first/*.json', { eager: true, import: 'default' }),
  () => import('./signed-in-es.ts'),
  import.meta.glob<Dictionary>('./es/*.json', { import: 'default' })
);
