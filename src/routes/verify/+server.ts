import { NOTHING_VERIFIED } from '#lib/contracts/verification.ts';
import { callerAddress } from '#lib/server/http/caller-address.ts';
import { verifyFile } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import { answering } from './answer-with-page.ts';

/** For whoever has a file and no address: without sign-in, and also without script (verification-page.ts). */
export const GET = answering((event, present) =>
  present === null
    ? Promise.resolve(NOTHING_VERIFIED)
    : verifyFile(event.locals.services, callerAddress(event), present)
);
export const POST = GET;
