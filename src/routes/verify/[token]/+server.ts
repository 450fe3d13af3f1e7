import { callerAddress } from '#lib/server/http/caller-address.ts';
import { verifyCertificate } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import { answering } from '../answer-with-page.ts';

/** Where the code on a certificate leads: without sign-in, and also without script (../verification-page.ts). */
export const GET = answering((event, present) =>
  verifyCertificate(event.locals.services, callerAddress(event), event.params['token'] ?? '', present)
);
export const POST = GET;
