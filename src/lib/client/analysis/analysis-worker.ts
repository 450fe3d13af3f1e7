/** A worker of this browser's pool: computes an analysis, or some of its trials. */
import { handleMessages } from '#lib/analysis-pool/handle-messages.ts';
import type { RequestMessage } from '#lib/analysis-pool/messages.ts';

const answer = handleMessages((response, transfer) => postMessage(response, { transfer }));
addEventListener('message', ({ data }: MessageEvent<RequestMessage>) => answer(data));
