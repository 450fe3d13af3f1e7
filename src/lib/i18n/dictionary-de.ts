import { words, type Dictionary } from './dictionary.ts';

export default words(
  import.meta.glob<Dictionary>('./de/first/*.json', { eager: true, import: 'default' }),
  import.meta.glob<Dictionary>('./de/*.json', { import: 'default' })
);
