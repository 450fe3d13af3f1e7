import type { Fault } from '../fault.ts';
import { membershipLost, roleLowered, signedOut } from './access.ts';
import { appFrozen } from './app-frozen.ts';
import { appKilled } from './app-killed.ts';
import { appStopped, rollingRestart } from './app-stopped.ts';
import { backendKilled } from './backend-killed.ts';
import { allBackendsTerminated, oneBackendTerminated } from './backends-terminated.ts';
import { generationRenewed, olderDatabase, transactionOpen } from './database.ts';
import { browserFull, browserKilled } from './browser.ts';
import { clockOff, quotaExceeded } from './device-limits.ts';
import { diskFull } from './disk-full.ts';
import { backendFrozen, databaseFrozen } from './frozen.ts';
import { answersCut, answersLate, appTooOld, networkAway, requestsDoubled, requestsLate } from './network.ts';
import { postmasterKilled, postmasterQuit, postmasterRestarted, quitAfterAnswer } from './postmaster-ended.ts';
import { storageEvicted, tabKilled, tabKilledAtSave, twoLeaders } from './tabs.ts';

/** In an order that stays: a seed chooses by place. New ones are added at the end. */
export const FAULTS: readonly Fault[] = [
  appKilled,
  appStopped,
  appFrozen,
  postmasterKilled,
  postmasterQuit,
  postmasterRestarted,
  backendKilled,
  oneBackendTerminated,
  allBackendsTerminated,
  backendFrozen,
  databaseFrozen,
  diskFull,
  networkAway,
  answersCut,
  answersLate,
  requestsDoubled,
  requestsLate,
  tabKilled,
  tabKilledAtSave,
  twoLeaders,
  storageEvicted,
  quotaExceeded,
  clockOff,
  membershipLost,
  roleLowered,
  signedOut,
  transactionOpen,
  olderDatabase,
  rollingRestart,
  appTooOld,
  generationRenewed,
  browserKilled,
  browserFull,
  quitAfterAnswer
];
