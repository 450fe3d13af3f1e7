import { redirect } from '@sveltejs/kit';

/** Where the code of a sticker leads: to its asset, also without a network; who is not signed in yet gets there afterwards. */
export const load = ({ params }: { params: { id: string } }) =>
  redirect(307, `/assets/${encodeURIComponent(params.id)}`);
