/** Where to go after signing in: a path of this product, never another site. */
export const nextPath = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in') ? wanted : '/';
