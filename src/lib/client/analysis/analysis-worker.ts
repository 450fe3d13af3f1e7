/** A worker of this browser's pool: an analysis, or a share of the trials of one. */
import { answerQuestions } from '#lib/analysis-pool/answer-questions.ts';
import type { Question } from '#lib/analysis-pool/questions.ts';

const answer = answerQuestions((said, transfer) => postMessage(said, { transfer }));
addEventListener('message', ({ data }: MessageEvent<Question>) => answer(data));
