import { Worker } from 'node:worker_threads';
import type { Answer, StartWorker } from '#lib/analysis-pool/questions.ts';

/** Threads for a pool, each of which runs the text of analysis-thread.ts, bundled. The process may end while they wait. */
export function threadsRunning(script: string): StartWorker {
  return (onAnswer, onFault) => {
    const thread = new Worker(script, { eval: true, execArgv: [], name: 'analysis' });
    thread.unref();
    thread.on('message', (answer: Answer) => onAnswer(answer));
    thread.on('error', onFault);
    thread.on('exit', () => onFault(new Error('The thread of an analysis has ended.')));
    return {
      post: (question, transfer) => thread.postMessage(question, transfer),
      end: () => void thread.terminate()
    };
  };
}
