import type { PullAnswer } from '#sync/protocol/pull.ts';
import { pull } from '#sync/server/pull.server.ts';

/** A page as the device reads it. */
export const pulled = async (...asked: Parameters<typeof pull>): Promise<PullAnswer> =>
  JSON.parse(await pull(...asked)) as PullAnswer;
