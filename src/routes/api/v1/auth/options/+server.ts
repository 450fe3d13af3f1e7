import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSignUpOptions } from '#lib/server/use-cases/accounts/sign-up-options.ts';

export const GET = endpoint('getSignUpOptions', ({ services }) => getSignUpOptions(services));
