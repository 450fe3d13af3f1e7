/** `npm run bench`: every benchmark, each figure with its bar; ends with 1 if a limit is missed. */
import { benchAnalyze } from './analyze.ts';
import { benchArchives } from './archives.ts';
import { benchCertificates } from './certificates.ts';
import { benchConvergence } from './convergence.ts';
import { benchCreations } from './creations.ts';
import { benchFirstPull } from './first-pull.ts';
import { benchLaboratory } from './laboratory.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLists } from './lists.ts';
import { benchLongList } from './long-list.ts';
import { benchManyPoints } from './many-points.ts';
import { judge, type Bar, type Figure } from './measure.ts';
import { benchOfflineStart } from './offline-start.ts';
import { benchProcesses } from './processes.ts';
import { benchRequests } from './requests.ts';
import { benchRecall } from './recall.ts';
import { benchReminders } from './reminders.ts';
import { benchRowSecurity } from './row-security.ts';
import { benchSpreadsheet } from './spreadsheet.ts';
import { benchSyncApply } from './sync-apply.ts';
import { benchTyping } from './typing.ts';
import { benchVerify } from './verify.ts';
import { benchWholeInstallation } from './whole-installation.ts';
import { benchWorstBodies } from './worst-bodies.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  analyze: benchAnalyze,
  archives: benchArchives,
  certificates: benchCertificates,
  convergence: benchConvergence,
  creations: benchCreations,
  'first-pull': benchFirstPull,
  laboratory: benchLaboratory,
  lighthouse: benchLighthouse,
  lists: benchLists,
  'long-list': benchLongList,
  'many-points': benchManyPoints,
  'offline-start': benchOfflineStart,
  processes: benchProcesses,
  requests: benchRequests,
  recall: benchRecall,
  reminders: benchReminders,
  'row-security': benchRowSecurity,
  spreadsheet: benchSpreadsheet,
  'sync-apply': benchSyncApply,
  typing: benchTyping,
  verify: benchVerify,
  'whole-installation': benchWholeInstallation,
  'worst-bodies': benchWorstBodies
};

const MARKS = { met: ' ', short: '–', missed: '✕' };
const limitsOf = ({ kind, value, aim }: Bar) => `${kind} ${value}${aim === undefined ? '' : `, wanted ${aim}`}`;

const wanted = process.argv.slice(2);
let missed = 0;
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const figure of await bench()) {
    const found = judge(figure);
    if (found === 'missed') missed++;
    process.stdout.write(
      `${MARKS[found]} ${figure.name.padEnd(64)} ${figure.value.toPrecision(4).padStart(10)} ${figure.unit.padEnd(6)} ${figure.bar ? limitsOf(figure.bar) : ''}\n`
    );
  }
}
process.exitCode = missed > 0 ? 1 : 0;
