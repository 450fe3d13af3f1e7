/**
 * The list of 20 000 assets in Chromium, offline, on a processor slowed four times: the time from each key in the search field to the
 * painted result, and how often a row that should be seen is empty while the list is scrolled.
 */
import type { CDPSession, Page } from 'playwright';
import { ASSETS, onFilledDevice, SLOWED, type FilledDevice } from './filled-device.ts';
import { median, type Figure } from './measure.ts';

/** The first key comes after the list has been looked at for a moment; what the app does meanwhile is its own affair. */
const LOOKED_AT_MS = 8000;
const BETWEEN_KEYS_MS = 250;
const WORDS = ['gauge 77', 'bench-1', 'maker 3', 'sn7', 'zzz'];
const VISITS = 3;
const FRAME_MS = 1000 / 60;
/** A fast turn of a wheel, and a fling. */
const SPEEDS = [2500, 8000];
const DISTANCE = 20_000;

export const benchLongList = (): Promise<Figure[]> =>
  onFilledDevice(async (device) => {
    const firsts: number[] = [];
    const keys: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const typed = await onList(device, typeWords);
      firsts.push(typed[0] ?? Number.NaN);
      keys.push(...typed);
    }
    const of = `${ASSETS} assets, processor slowed ${SLOWED} times`;
    const bar = { kind: 'at most', value: 100 } as const;
    const figures: Figure[] = [
      { name: `first key to result, ${of}`, value: median(firsts), unit: 'ms', bar },
      { name: `key to result, p95 of ${keys.length}, ${of}`, value: p95(keys), unit: 'ms', bar },
      { name: `key to result, median, ${of}`, value: median(keys), unit: 'ms' }
    ];
    for (const speed of SPEEDS) {
      const value = await onList(device, (page, session) => scroll(page, session, speed));
      const name = `frames with an empty row, scrolled by ${speed} pixels a second`;
      figures.push({ name, value, unit: 'ratio', bar: { kind: 'at most', value: 0.1 } });
    }
    return figures;
  });

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

const onList = <T>(
  { baseUrl, open }: FilledDevice,
  work: (page: Page, session: CDPSession) => Promise<T>
): Promise<T> =>
  open(async (page, session) => {
    await page.addInitScript({ content: RECORD });
    await page.goto(`${baseUrl}/assets`, { waitUntil: 'commit' });
    await page.waitForSelector('[data-row]');
    await page.waitForTimeout(LOOKED_AT_MS);
    return work(page, session);
  });

type Painted = { readonly ms: number; readonly rows: string };

/** Milliseconds from each key to the paint of its result, the first of all first. */
async function typeWords(page: Page, session: CDPSession): Promise<number[]> {
  const field = page.locator('input[name=q]');
  await field.focus();
  const times: number[] = [];
  for (const word of WORDS) {
    for (const [at, text] of [...word].entries()) {
      await page.evaluate('window.recorded.awaitKey()');
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
      const painted = await page.evaluate<Painted>('window.recorded.painted');
      await page.waitForTimeout(BETWEEN_KEYS_MS);
      const rows = await page.evaluate<string>('window.recorded.rows()');
      // A result that came later than what was measured would make the figure a lie.
      if (painted.rows !== rows)
        throw new Error(`${word.slice(0, at + 1)}: ${painted.rows} painted, ${rows} in the end`);
      times.push(painted.ms);
    }
    await field.fill('');
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  return times;
}

type Frame = { readonly at: number; readonly scrolled: number; readonly from: number; readonly to: number };

/** The share of frames in which part of the view was without rows, while the list moved. */
async function scroll(page: Page, session: CDPSession, speed: number): Promise<number> {
  await page.evaluate('window.recorded.frames.length = 0');
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: 640, y: 500, yDistance: -DISTANCE, speed, gestureSourceType: 'mouse', preventFling: true }
  });
  const frames = await page.evaluate<Frame[]>('window.recorded.frames');
  const height = await page.evaluate<number>('innerHeight');
  return shareOfEmpty(frames, height);
}

/**
 * The page's thread says at each of its own frames how far it had scrolled and from where to where there were rows. Between two of them
 * the browser moves what was painted on, with a thread of its own: so each frame of the screen between them had the rows of the
 * earlier one and a place between both.
 */
function shareOfEmpty(frames: readonly Frame[], height: number): number {
  let empty = 0;
  let all = 0;
  for (const [n, now] of frames.entries()) {
    const next = frames[n + 1];
    if (next === undefined || next.scrolled === now.scrolled) continue;
    const shown = Math.max(1, Math.round((next.at - now.at) / FRAME_MS));
    for (let frame = 0; frame < shown; frame += 1) {
      const scrolled = now.scrolled + ((next.scrolled - now.scrolled) * frame) / shown;
      all += 1;
      if (Math.max(scrolled, LIST_BEGINS) < now.from || scrolled + height > now.to) empty += 1;
    }
  }
  if (all < 50) throw new Error(`the list moved in ${all} frames only`);
  return empty / all;
}
/** Above it stands the search field. */
const LIST_BEGINS = 400;

/** Runs in the page, and says when what was typed is painted, and which rows there are. A text, because compilers name functions. */
const RECORD = `
  const recorded = (window.recorded = {
    frames: [],
    painted: null,
    rows: () => document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount') + ' ' +
      [...document.querySelectorAll('[data-row] .id')].slice(0, 5).map((row) => row.textContent).join(),
    awaitKey: () => void (recorded.painted = new Promise((resolve) => {
      addEventListener('keydown', (event) => {
        addEventListener('input', () => requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve({ ms: performance.now() - event.timeStamp, rows: recorded.rows() });
          channel.port2.postMessage(null);
        }), { once: true });
      }, { once: true, capture: true });
    }))
  });
  const look = (at) => {
    const rows = document.querySelectorAll('[data-row]');
    if (rows.length > 0) {
      const from = rows[0].getBoundingClientRect().top + scrollY;
      const to = rows[rows.length - 1].getBoundingClientRect().bottom + scrollY;
      recorded.frames.push({ at, scrolled: scrollY, from, to });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;
