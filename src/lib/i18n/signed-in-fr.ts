import type { Dictionary } from './dictionary.ts';

export default import.meta.glob<Dictionary>('./fr/signed_in/*.json', { eager: true, import: 'default' });
