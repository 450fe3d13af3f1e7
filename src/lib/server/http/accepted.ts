import { reply, type Reply } from './answer.ts';

/** Work that goes on after the answer, and where it is watched. */
export const accepted = (begun: { readonly job_id: string }): Reply =>
  reply(202, begun, { Location: `/api/v1/operations/${begun.job_id}` });
