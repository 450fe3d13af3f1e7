/** Paths of the pages for whoever is not signed in: those of routes/(public), which a test compares. */
const PUBLIC = /^\/(auth|forgot-password|register|resend-verification|sign-in)(\/|$)/;

export const isPublic = (path: string): boolean => PUBLIC.test(path);

/** The sign-in page, which leads on to the path that was asked for. */
export const signInPath = (wanted: string): string =>
  wanted === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wanted)}`;

/** Where to go after signing in: a path of this product, never another site. */
export const nextPath = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in') ? wanted : '/';
