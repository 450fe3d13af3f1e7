import { callerAddress } from '#lib/server/http/caller-address.ts';
import { readPresented } from '#lib/server/http/read-presented.ts';
import { verifyCertificate } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import { answering } from '../answer-with-page.ts';

/** Where the code on a certificate leads: without sign-in, and also without script (../verification-page.ts). */
export const GET = answering((event) =>
  verifyCertificate(event.locals.services, callerAddress(event), event.params['token'] ?? '', null)
);
export const POST = answering(async (event) => {
  const presented = await readPresented(event.request);
  return verifyCertificate(event.locals.services, callerAddress(event), event.params['token'] ?? '', presented);
});
