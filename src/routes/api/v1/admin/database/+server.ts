import { endpoint } from '#lib/server/http/endpoint.ts';
import { describeDatabase } from '#lib/server/use-cases/whole-installation/describe-database.ts';

export const GET = endpoint('describeDatabase', ({ services, actor }) => describeDatabase(services, actor));
