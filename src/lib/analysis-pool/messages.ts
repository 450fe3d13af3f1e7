/** What a pool and its workers say to each other: plain data, whatever carries it. */
import type { InputFault } from '#lib/laboratory/refusal.ts';
import type { TrialJob } from '#lib/metrology/monte-carlo/trial-job.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

/** A request and a result as JSON, in UTF-8: large ones cross to a thread and back in no time. */
export type RequestText = Uint8Array<ArrayBuffer>;
export type ResultText = Uint8Array<ArrayBuffer>;

/** What a worker is request. An analysis stays with the worker that has begun it; trials may be computed by any. */
export type WorkerRequest =
  | { readonly kind: 'begin'; readonly session: number; readonly request: AnalysisRequest | RequestText }
  | { readonly kind: 'resume'; readonly session: number; readonly trials: readonly Float64Array[] }
  | { readonly kind: 'trials'; readonly job: TrialJob }
  /** The analysis is not wanted any more. */
  | { readonly kind: 'forget'; readonly session: number };

export type WorkerResponse =
  /** The analysis goes on when it is given the trials of these jobs. */
  | { readonly kind: 'jobs'; readonly jobs: readonly TrialJob[] }
  | { readonly kind: 'result'; readonly result: AnalysisResult | ResultText }
  | { readonly kind: 'trials'; readonly trials: Float64Array }
  | { readonly kind: 'forgotten' }
  /** An AnalysisRefusal: errors lose their class on the way, so its parts travel. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly path: readonly (string | number)[];
      readonly message: string;
    }
  /** The text was no request. */
  | { readonly kind: 'faults'; readonly faults: readonly [InputFault, ...InputFault[]] }
  | { readonly kind: 'failed'; readonly message: string };

/** An answer bears the number of its question. */
export type RequestMessage = { readonly number: number; readonly request: WorkerRequest };
export type ResponseMessage = { readonly number: number; readonly response: WorkerResponse };

/** One worker, be it a thread or a Web Worker. */
export type WorkerPort = {
  readonly post: (question: RequestMessage, transfer: ArrayBuffer[]) => void;
  readonly end: () => void;
};

/** Starts a worker. `onFault` is called when it ends by itself or could not start. */
export type StartWorker = (
  onResponse: (answer: ResponseMessage) => void,
  onFault: (fault: Error) => void
) => WorkerPort;

/** The memory of arrays, which moves with a message instead of being copied. */
export function buffersOf(arrays: readonly Float64Array[]): ArrayBuffer[] {
  return arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
