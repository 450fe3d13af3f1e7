import { loadScreenWords } from '#lib/i18n/language.ts';

export const load = ({ route }: { route: { id: string | null } }) => loadScreenWords(route.id);
