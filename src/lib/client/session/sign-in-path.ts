/** Paths of the pages for whoever is not signed in: those of routes/(public), which a test compares. */
const PUBLIC = /^\/(auth|forgot-password|register|resend-verification|sign-in)(\/|$)/;

export const isPublic = (path: string): boolean => PUBLIC.test(path);

/** The sign-in page, which leads on to the path that was asked for. */
export const signInPath = (wanted: string): string =>
  wanted === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wanted)}`;

/** Where to go after signing in: a path of this product, never another site. */
export function nextPath(wanted: string | null): string {
  if (wanted === null || !wanted.startsWith('/')) return '/';
  // As a browser reads it, which leaves out tabs and line breaks, and takes a backslash for a slash.
  const here = 'http://plumbline.invalid';
  try {
    const { origin, pathname, search, hash } = new URL(wanted, here);
    const isHere = origin === here && !pathname.startsWith('//') && !pathname.startsWith('/sign-in');
    return isHere ? pathname + search + hash : '/';
  } catch {
    return '/';
  }
}
