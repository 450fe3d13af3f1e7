import { error } from '@sveltejs/kit';

/** No screen has this address; the layout around it stays, so that nobody has to begin anew. */
export const load = () => error(404);
