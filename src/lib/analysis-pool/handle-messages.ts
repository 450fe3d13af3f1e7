import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { analysisSteps } from '#lib/metrology/analysis-steps.ts';
import { runTrialJob, type TrialSteps } from '#lib/metrology/monte-carlo/trial-job.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import {
  buffersOf,
  type ResponseMessage,
  type WorkerRequest,
  type RequestMessage,
  type RequestText,
  type WorkerResponse
} from './messages.ts';

/** How requests that come as text are read. @throws InvalidInput */
export type ReadRequest = (text: RequestText) => AnalysisRequest;

/** An analysis in hand; who sent text is answered with text. */
type Session = { readonly steps: TrialSteps<AnalysisResult>; readonly asText: boolean };

/**
 * The worker's side: what every message is given to. It keeps the analyses that it has begun and that wait for trials.
 * @param post sends an answer and moves the memory of its arrays with it.
 * @param read is needed where requests come as text.
 */
export function handleMessages(
  post: (answer: ResponseMessage, transfer: ArrayBuffer[]) => void,
  read: ReadRequest = () => {
    throw new Error('This worker reads no text.');
  }
): (question: RequestMessage) => void {
  const sessions = new Map<number, Session>();
  return ({ number, request }) => {
    const response = answer(sessions, request, read);
    post({ number, response }, memoryOf(response));
  };
}

function memoryOf(response: WorkerResponse): ArrayBuffer[] {
  if (response.kind === 'trials') return buffersOf([response.trials]);
  return response.kind === 'result' && response.result instanceof Uint8Array ? [response.result.buffer] : [];
}

function answer(sessions: Map<number, Session>, request: WorkerRequest, read: ReadRequest): WorkerResponse {
  if (request.kind === 'trials') return attempt(() => ({ kind: 'trials', trials: runTrialJob(request.job) }));
  if (request.kind === 'forget') {
    sessions.delete(request.session);
    return { kind: 'forgotten' };
  }
  return attempt(() => {
    const session = request.kind === 'begin' ? begin(request.request, read) : sessions.get(request.session);
    sessions.delete(request.session);
    if (session === undefined) throw new Error('This analysis was not begun here.');
    const { steps, asText } = session;
    const step = request.kind === 'begin' ? steps.next() : steps.next(request.trials);
    if (step.done === true) return { kind: 'result', result: asText ? textOf(step.value) : step.value };
    sessions.set(request.session, session);
    return { kind: 'jobs', jobs: step.value };
  });
}

function begin(request: AnalysisRequest | RequestText, read: ReadRequest): Session {
  const asText = request instanceof Uint8Array;
  return { steps: analysisSteps(asText ? read(request) : request), asText };
}

const textOf = (result: AnalysisResult) => new TextEncoder().encode(JSON.stringify(result));

function attempt(work: () => WorkerResponse): WorkerResponse {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof AnalysisRefusal) {
      const { code, path, message } = thrown;
      return { kind: 'refused', code, path, message };
    }
    if (thrown instanceof InvalidInput) return { kind: 'faults', faults: thrown.faults };
    return { kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
