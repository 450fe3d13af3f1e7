/**
 * The offline start with 20 000 assets: the built app, a real server that is stopped, a browser that is closed and opened again
 * on a processor slowed four times. What is measured is the time from the beginning of the navigation to the first row of the
 * list; beside it the script that a first visit loads.
 */
import { ASSETS, onFilledDevice, SLOWED, type FilledDevice } from './filled-device.ts';
import { median, type Figure } from './measure.ts';

const STARTS = 5;
const FIRST_ROW = /BENCH-\d+/;

export const benchOfflineStart = (): Promise<Figure[]> =>
  onFilledDevice(async (device) => {
    const times: number[] = [];
    for (let start = 0; start < STARTS; start += 1) times.push(await offlineStart(device));
    return [
      {
        name: 'script of the first route, gzipped',
        value: device.scriptKb,
        unit: 'kB',
        bar: { kind: 'at most', value: 106 }
      },
      {
        name: `offline start to usable list, ${ASSETS} assets, processor slowed ${SLOWED} times`,
        value: median(times),
        unit: 'ms',
        bar: { kind: 'at most', value: 1000 }
      }
    ];
  });

const offlineStart = ({ baseUrl, open }: FilledDevice): Promise<number> =>
  open(async (page) => {
    await page.addInitScript({ content: TELL_FIRST_ROW });
    // Told by the page: asking it would load the browser driver's own script into it, on the slowed processor.
    const told = page.waitForEvent('console', { predicate: (line) => line.text().startsWith(TOLD), timeout: 60_000 });
    await page.goto(`${baseUrl}/assets`, { waitUntil: 'commit' });
    return Number((await told).text().slice(TOLD.length));
  });

/** Runs in the page: tells when the first row of the list is in the document. A text, because compilers name functions. */
const TOLD = 'first row at ';
const TELL_FIRST_ROW = `
  const look = () => {
    if (${FIRST_ROW}.test(document.querySelector('[data-row]')?.textContent ?? '')) console.log('${TOLD}' + performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;
