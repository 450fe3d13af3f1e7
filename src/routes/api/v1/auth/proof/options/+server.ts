import { endpoint } from '#lib/server/http/endpoint.ts';
import { getProofOptions } from '#lib/server/use-cases/accounts/own-passkeys.ts';

export const POST = endpoint('getProofOptions', ({ services, actor }) => getProofOptions(services, actor));
