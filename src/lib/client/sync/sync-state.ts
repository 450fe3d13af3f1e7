import type { LoopReport } from '#sync/client/sync-loop.ts';

/** The state of sync, as all tabs show it. Times are milliseconds since 1970. */
export type SyncState = {
  readonly phase: 'idle' | 'sending' | 'receiving';
  readonly lastContact: number | null;
  /** The server did not answer the last time. */
  readonly unreachable: boolean;
  /** The server's reason for refusing this app or this session. */
  readonly halted: 'unauthorized' | 'too_old' | null;
  /** The last failure other than a missing answer. */
  readonly problem: string | null;
  readonly firstPull: { readonly received: number; readonly total: number | null } | null;
};

export const INITIAL_SYNC_STATE: SyncState = {
  phase: 'idle',
  lastContact: null,
  unreachable: false,
  halted: null,
  problem: null,
  firstPull: null
};

/** The state after a report of the loop. */
export function nextSyncState(state: SyncState, report: LoopReport): SyncState {
  switch (report.type) {
    case 'phase':
      return { ...state, phase: report.phase };
    case 'contact':
      return { ...state, lastContact: report.at, unreachable: false };
    case 'page':
      return { ...state, firstPull: progress(state.firstPull, report) };
    case 'caught_up':
      return { ...state, firstPull: null, problem: null, halted: null };
    case 'failed':
      return report.kind === 'no_answer' || report.kind === 'busy'
        ? { ...state, unreachable: true }
        : { ...state, problem: report.message };
    case 'halted':
      return { ...state, halted: report.kind };
  }
}

/** A first pull is shown from its first page with a total; later pulls are too short to show. */
function progress(
  before: SyncState['firstPull'],
  page: { readonly documents: number; readonly total: number | null }
): SyncState['firstPull'] {
  if (page.total !== null) {
    return { received: (before?.received ?? 0) + page.documents, total: (before?.total ?? 0) + page.total };
  }
  return before === null ? null : { ...before, received: before.received + page.documents };
}
