/**
 * How long a key is held up while twenty points are typed, on a processor slowed four times: interaction to next paint (INP) as the
 * browser measures it, of every key of ten readings, with the result open beside them. The figure is the machine's own: alone on it.
 */
import { analysisRequest } from '../support/analysis-request.ts';
import { openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { see } from '../support/see.ts';
import type { Figure } from './measure.ts';

const SLOWED = 4;
const CELLS = 10;
/** As somebody types who knows the number. */
const BETWEEN_KEYS_MS = 120;
const MOST_MS = 200;

/** Runs in the page: event timing of keys and their input, one entry an interaction. A text, because compilers name functions. */
const OBSERVE = `
  window.keyDelays = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) window.keyDelays.set(interactionId, Math.max(duration, window.keyDelays.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** An instrument of the demonstration that is calibrated from 0 °C to 100 °C. */
const ASSET = 'TT-032';
const POINTS = analysisRequest().points;

/** The calibrate page as it is when twenty points stand in it. */
async function beginTwenty({ page, at }: Demonstration): Promise<void> {
  await page.goto(at(`/assets/${ASSET}/calibrate`));
  await page.getByRole('button', { name: 'As last time' }).click();
  await page.getByRole('button', { name: 'Paste columns' }).click();
  await page
    .getByLabel('Columns as text')
    .fill(POINTS.map(({ reference, measured }) => `${reference}\t${measured}`).join('\n'));
  await page.getByRole('button', { name: /^Paste \d/ }).click();
  await see(page.getByText(/^(Pass|Fail)$/).first()).toBeVisible();
}

export async function benchTyping(): Promise<Figure[]> {
  const demonstration = await openDemonstration();
  const { page, context } = demonstration;
  try {
    await beginTwenty(demonstration);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.evaluate(OBSERVE);
    let keys = 0;
    for (let row = 0; row < CELLS; row += 1) {
      const cell = page.getByLabel(/^Indication at/).nth(row);
      await cell.focus();
      await cell.press('Control+a');
      const text = String(POINTS[row]?.measured ?? 15.08);
      keys += text.length;
      await cell.pressSequentially(text, { delay: BETWEEN_KEYS_MS });
    }
    // The last entries are told after the paint that ends them.
    await page.waitForTimeout(1500);
    const slow = await page.evaluate(() => [
      ...(window as unknown as { keyDelays: Map<number, number> }).keyDelays.values()
    ]);
    // Keys below the threshold of the browser are not told of; they were faster than any of these.
    const delays = [...Array.from({ length: Math.max(0, keys - slow.length) }, () => 0), ...slow].sort((a, b) => a - b);
    return [
      {
        name: `key to next paint, p95 of ${delays.length} keys in 20 points, slowed ${SLOWED} times`,
        value: delays[Math.ceil(delays.length * 0.95) - 1] ?? Number.NaN,
        unit: 'ms',
        bar: { kind: 'at most', value: MOST_MS }
      }
    ];
  } finally {
    await demonstration.close();
  }
}
