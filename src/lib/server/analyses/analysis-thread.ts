/** A thread of the server's pool: it runs an analysis, or a share of its trials. */
import { parentPort } from 'node:worker_threads';
import { handleMessages } from '#lib/analysis-pool/handle-messages.ts';
import { readWhole } from '#lib/server/reading/large-bodies.ts';

const answer = handleMessages(
  (response, transfer) => parentPort?.postMessage(response, transfer),
  (text) => readWhole('analyze', text)
);
parentPort?.on('message', answer);
