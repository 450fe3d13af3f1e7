import { reply, type Reply } from './answer.ts';

/** Work that continues after the response, and the address of its status. */
export const accepted = (begun: { readonly job_id: string }): Reply =>
  reply(202, begun, { Location: `/api/v1/operations/${begun.job_id}` });
