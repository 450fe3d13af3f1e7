import { Worker } from 'node:worker_threads';
import type { ResponseMessage, StartWorker } from '#lib/analysis-pool/messages.ts';

/** Threads for a pool, each of which runs the text of analysis-thread.ts, bundled. The process may end while they wait. */
export function threadsRunning(script: string): StartWorker {
  return (onResponse, onFault) => {
    const thread = new Worker(script, { eval: true, execArgv: [], name: 'analysis' });
    thread.unref();
    thread.on('message', (answer: ResponseMessage) => onResponse(answer));
    thread.on('error', onFault);
    thread.on('exit', () => onFault(new Error('The thread of an analysis has ended.')));
    return {
      post: (question, transfer) => thread.postMessage(question, transfer),
      end: () => void thread.terminate()
    };
  };
}
