import { words, type Dictionary } from './dictionary.ts';

export default words(
  import.meta.glob<Dictionary>('./de/first/*.json', { eager: true, import: 'default' }),
  () => import('./signed-in-de.ts'),
  import.meta.glob<Dictionary>('./de/*.json', { import: 'default' })
);
