import type { Dictionary } from './dictionary.ts';
import { byArea } from './dictionary.ts';

export default byArea(import.meta.glob<Dictionary>('./fr/*.json', { eager: true, import: 'default' }));
