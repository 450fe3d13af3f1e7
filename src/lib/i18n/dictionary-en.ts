import type { Dictionary } from './dictionary.ts';
import { byArea } from './dictionary.ts';

export default byArea(import.meta.glob<Dictionary>('./en/*.json', { eager: true, import: 'default' }));
