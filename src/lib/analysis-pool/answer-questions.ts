import { analysisSteps } from '#lib/metrology/analysis-steps.ts';
import { runTrialJob, type TrialSteps } from '#lib/metrology/monte-carlo/trial-job.ts';
import { AnalysisRefusal, type AnalysisResult } from '#lib/metrology/types.ts';
import { buffersOf, type Answer, type Asked, type Question, type Said } from './questions.ts';

/**
 * The worker's side: what every message is given to. It keeps the analyses that it has begun and that wait for trials.
 * @param post sends an answer and moves the memory of its arrays with it.
 */
export function answerQuestions(post: (answer: Answer, transfer: ArrayBuffer[]) => void): (question: Question) => void {
  const sessions = new Map<number, TrialSteps<AnalysisResult>>();
  return ({ number, asked }) => {
    const said = answer(sessions, asked);
    post({ number, said }, said.kind === 'trials' ? buffersOf([said.trials]) : []);
  };
}

function answer(sessions: Map<number, TrialSteps<AnalysisResult>>, asked: Asked): Said {
  if (asked.kind === 'trials') return attempt(() => ({ kind: 'trials', trials: runTrialJob(asked.job) }));
  if (asked.kind === 'forget') {
    sessions.delete(asked.session);
    return { kind: 'forgotten' };
  }
  return attempt(() => {
    const steps = asked.kind === 'begin' ? analysisSteps(asked.request) : sessions.get(asked.session);
    sessions.delete(asked.session);
    if (steps === undefined) throw new Error('This analysis was not begun here.');
    const step = asked.kind === 'begin' ? steps.next() : steps.next(asked.trials);
    if (step.done === true) return { kind: 'result', result: step.value };
    sessions.set(asked.session, steps);
    return { kind: 'jobs', jobs: step.value };
  });
}

function attempt(work: () => Said): Said {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof AnalysisRefusal) {
      const { code, path, message } = thrown;
      return { kind: 'refused', code, path, message };
    }
    return { kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
