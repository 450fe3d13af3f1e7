/**
 * How long a member of a laboratory of 20 000 instruments and 300 000 calibrations waits for the lists, the search, the numbers of the
 * home page and the calendar: the use case as a request calls it, under row-level security, in processor time of the process and its
 * database.
 */
import type pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listDueFrom } from '#lib/server/db/calendar.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { listAssets } from '#lib/server/use-cases/assets/read-assets.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { listCalendarEvents } from '#lib/server/use-cases/dashboard/list-calendar-events.ts';
import { search } from '#lib/server/use-cases/dashboard/search.ts';
import { summarizeDashboard } from '#lib/server/use-cases/dashboard/summarize-dashboard.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { fillLaboratory } from './fill-laboratory.ts';
import type { Figure } from './measure.ts';
import { processorTimeWith } from './processor-time.ts';

const ASSETS = 20_000;
const EACH = 15;
const TODAY = '2026-06-15';
const RUNS = 7;
const WARM_UPS = 3;
/** What a person waits for without losing the thread is a second; most of it belongs to the network and the screen. */
const WANTED_MS = 300;
const LIMIT_MS = 375;

export const benchLaboratory = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const services = { ...(await testServices(database)), today: () => TODAY };
  const { technician, organizationId } = await calibratedLaboratory(services);
  await fillLaboratory(owner, { organizationId, recorderId: technician.userId, assets: ASSETS, each: EACH });
  const timeOf = await processorTimeWith(owner, RUNS, WARM_UPS);
  const figures: Figure[] = [];
  for (const [name, work] of Object.entries(waits(services, technician))) {
    const value = await timeOf(work);
    figures.push({ name, value, unit: 'ms', bar: { kind: 'at most', value: LIMIT_MS, aim: WANTED_MS } });
  }
  return figures;
}

function waits(services: Services, actor: PersonActor): Readonly<Record<string, () => Promise<unknown>>> {
  const assets = (filter: object) => () => listAssets(services, actor, { limit: 50, ...filter });
  const calibrations = (filter: object) => () => listCalibrations(services, actor, { limit: 50, ...filter });
  const everywhere = (query: string) => () => search(services, actor, query);
  return {
    assets: assets({}),
    'assets by a text that many have': assets({ q: 'BENCH-1' }),
    'assets by a text that none has': assets({ q: 'zzzz' }),
    'assets by due date': assets({ sort: '-due_date' }),
    'assets overdue': assets({ calibration_status: 'overdue' }),
    'assets that failed': assets({ verdict: 'failed' }),
    'assets due before a day': assets({ due_before: '2026-07-01' }),
    calibrations: calibrations({}),
    'calibrations by arrival': calibrations({ sort: '-recorded_at' }),
    'calibrations by certificate number': calibrations({ sort: '-certificate_number' }),
    'calibrations by a text that many have': calibrations({ q: 'BENCH-1' }),
    'calibrations by a text that one has': calibrations({ q: 'BENCH-777-3' }),
    'calibrations by a text that none has': calibrations({ q: 'zzzz' }),
    'calibrations that conform': calibrations({ judgement: 'conforms' }),
    'calibrations that failed as found': calibrations({ judgement: 'failed_as_found' }),
    'calibrations by a person': calibrations({ recorded_by: actor.userId }),
    'calibrations by other laboratories': calibrations({ kind: 'external' }),
    'calibrations whose certificate is pending': calibrations({ certificate_state: 'pending' }),
    'calibrations of one instrument': calibrations({ asset: 'BENCH-77' }),
    'numbers of the home page': () => summarizeDashboard(services, actor, {}),
    'a year of the calendar, 36 000 events': () => listCalendarEvents(services, actor, 2026),
    'the calendar feed': () => transaction(services.pool, actor, (tx) => listDueFrom(tx, '2025-06-15', 10_000)),
    'search everywhere, one has it': everywhere('BENCH-777'),
    'search everywhere, many have it': everywhere('asset 19'),
    'search everywhere, none has it': everywhere('zzzz'),
    'search everywhere, four words': everywhere('maker 3 m4 pressure')
  };
}
