/** A thread of this server's pool: an analysis, or a share of the trials of one. */
import { parentPort } from 'node:worker_threads';
import { answerQuestions } from '#lib/analysis-pool/answer-questions.ts';

const answer = answerQuestions((said, transfer) => parentPort?.postMessage(said, transfer));
parentPort?.on('message', answer);
