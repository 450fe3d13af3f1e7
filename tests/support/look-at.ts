/** What is wrong with how a page looks, found by a program: accessibility, and content wider than its window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Combination } from './all-screens.ts';
import { picture, VIEWPORTS, type Size } from './browser.ts';

/** What axe finds wrong, a line each, empty when nothing. */
export const faultsOf = async (page: Page): Promise<string[]> =>
  linesOf(page, (await axeOn(page)).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']));

/** The same, of colours alone: enough where a page differs from one that was looked at in nothing else. */
export const colourFaultsOf = async (page: Page): Promise<string[]> =>
  linesOf(page, (await axeOn(page)).withRules(['color-contrast', 'link-in-text-block']));

/**
 * What passes is not described, and no second window is opened for frames of other origins, which no page has: half of the time.
 * Of the rest, half went into loading axe into the page, twice for each look: a page that has it keeps it.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) });
  return builder.setLegacyMode().options({ resultTypes: ['violations'] });
}

async function linesOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  const lines: string[] = [];
  for (const [id, found] of await foundBy(axe)) {
    const targets = id === 'target-size' ? await tooSmallInTheMiddle(page, found) : found;
    if (targets.length > 0) lines.push(`${id}: ${targets.slice(0, 4).join(' | ')}`);
  }
  return lines;
}

/** Each rule that is broken, and where. */
const foundBy = async (axe: AxeBuilder): Promise<(readonly [rule: string, targets: readonly string[]])[]> =>
  (await axe.analyze()).violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))] as const);

/** How often a page may show something else while it is looked at. */
const MOST_LOOKS = 4;

/**
 * Those that are too small to press where people press them. A bar that stays at the edge of the window covers part of what is
 * scrolled there, so each is looked at again in the middle of the window. What has left the page meanwhile says nothing about what
 * came in its place: the whole page is looked at once more.
 */
async function tooSmallInTheMiddle(page: Page, targets: readonly string[], looks = MOST_LOOKS): Promise<string[]> {
  const small: string[] = [];
  for (const target of targets) {
    const isSmall = await isTooSmallInTheMiddle(page, target);
    if (isSmall === null) {
      if (looks === 1) return [`${target} (the page does not come to rest)`];
      const found = new Map(await foundBy((await axeOn(page)).withRules(['target-size'])));
      return tooSmallInTheMiddle(page, found.get('target-size') ?? [], looks - 1);
    }
    if (isSmall) small.push(target);
  }
  return small;
}

/** @returns null where the page has it no longer */
async function isTooSmallInTheMiddle(page: Page, target: string): Promise<boolean | null> {
  const isThere = () =>
    page.evaluate((selector) => {
      const element = document.querySelector(selector);
      element?.scrollIntoView({ block: 'center' });
      return element !== null;
    }, target);
  if (!(await isThere())) return null;
  await painted(page);
  try {
    const { violations } = await (await axeOn(page)).withRules(['target-size']).include(target).analyze();
    return violations.length > 0;
  } catch (error) {
    // axe refuses to look at what is not there.
    if (await isThere()) throw error;
    return null;
  }
}

/**
 * Waits until the window has been painted in its new size. Media queries tell a page of it in the frame that follows, so that
 * for a moment, which nobody sees, the phone's window holds the table of the desktop.
 */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
  );
}

/** Sizes at which the page is wider than its window. */
export async function overflowsOf(
  page: Page,
  sizes: readonly Size[] = ['phone', 'tablet', 'desktop']
): Promise<string[]> {
  const wide: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(VIEWPORTS[size]);
    await painted(page);
    wide.push(...(await overflowOf(page)).map((fault) => `${size}: ${fault}`));
  }
  await page.setViewportSize(VIEWPORTS.desktop);
  // What looks at the page next must not meet the phone's layout.
  await painted(page);
  return wide;
}

/** By how much the page is wider than its window as it is, and the first that is. */
async function overflowOf(page: Page): Promise<string[]> {
  const { excess, widest } = await page.evaluate(() => {
    const tooMuch = document.documentElement.scrollWidth - window.innerWidth;
    if (tooMuch <= 0) return { excess: 0, widest: '' };
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 0.5
    );
    const innermost = beyond.find((element) => !beyond.some((other) => other !== element && element.contains(other)));
    return { excess: tooMuch, widest: innermost?.outerHTML.slice(0, 120) ?? '' };
  });
  return excess > 0 ? [`${excess} px too wide, ${widest}`] : [];
}

/** What axe finds and what is too wide, in one theme and size. The window is left in that size. */
export async function faultsOnce(page: Page, { theme, size }: Combination): Promise<string[]> {
  await showTheme(page, theme);
  await page.setViewportSize(VIEWPORTS[size]);
  await painted(page);
  return [...(await overflowOf(page)), ...(await faultsOf(page))];
}

/** Expects nothing that axe finds and nothing wider than its window, and leaves a picture of it. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect([...(await overflowsOf(page)), ...(await faultsOf(page))], name).toEqual([]);
}

/** Shows the page in a theme, and every page that is opened after it. */
export async function showTheme(page: Page, theme: 'light' | 'dark' | 'field'): Promise<void> {
  await page.evaluate((chosen) => {
    const stored = JSON.parse(localStorage.getItem('plumbline.preferences') ?? '{}') as object;
    localStorage.setItem('plumbline.preferences', JSON.stringify({ ...stored, theme: chosen }));
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  // Colours that change by and by have arrived.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined))
    ).then(() => undefined)
  );
}
