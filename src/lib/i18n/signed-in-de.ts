import type { Dictionary } from './dictionary.ts';

export default import.meta.glob<Dictionary>('./de/signed_in/*.json', { eager: true, import: 'default' });
