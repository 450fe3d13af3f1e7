import type { OidcStep } from '#lib/server/use-cases/accounts/oidc-round.ts';
import { reply, type Reply } from './answer.ts';

/** As long as what it carries is accepted. */
const SECONDS = 600;

/** `__Host-`: no other host of the same domain can set it, so that nobody is signed in as somebody else. */
const nameAt = (origin: string): string =>
  origin.startsWith('https:') ? '__Host-plumbline_sign_on' : 'plumbline_sign_on';

/** What the browser carries of a single sign-on. */
export function carriedBy(request: Request, origin: string): string | null {
  const name = nameAt(origin);
  for (const pair of (request.headers.get('cookie') ?? '').split(/; */u)) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return null;
}

/** `Lax`: sent along when the provider leads back, never with what another site has its visitors post. */
const cookieOf = ({ cookie }: OidcStep, origin: string): string =>
  [
    `${nameAt(origin)}=${cookie ?? ''}`,
    'Path=/',
    `Max-Age=${cookie === null ? 0 : SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : [])
  ].join('; ');

/** Leads the browser on. */
export const redirected = (step: OidcStep, origin: string): Reply =>
  reply(302, null, { Location: step.url, 'Set-Cookie': cookieOf(step, origin) });

/** Has a script lead the browser on: a navigation would carry no token. */
export const ledOn = (step: OidcStep, origin: string): Reply =>
  reply(200, { url: step.url }, { 'Set-Cookie': cookieOf(step, origin) });
