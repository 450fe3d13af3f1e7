/** What is wrong with how a page looks, found by a program: accessibility, and content wider than its window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { picture, VIEWPORTS } from './browser.ts';

/** What axe finds wrong, a line each, empty when nothing. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    (rule) =>
      `${rule.id}: ${rule.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 4)
        .join(' | ')}`
  );
}

/**
 * Waits until the window has been painted in its new size. Media queries tell a page of it in the frame that follows, so that
 * for a moment, which nobody sees, the phone's window holds the table of the desktop.
 */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
  );
}

/** Sizes at which the page is wider than its window. */
export async function overflowsOf(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const [size, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await painted(page);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) wide.push(`${size}: ${excess} px too wide`);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
  return wide;
}

/** Expects nothing that axe finds and nothing wider than its window, and leaves a picture of it. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect([...(await overflowsOf(page)), ...(await faultsOf(page))], name).toEqual([]);
}

/** Shows the page in a theme from its next opening on. */
export async function setThemeOf(page: Page, theme: string): Promise<void> {
  await page.evaluate((chosen) => {
    const stored = JSON.parse(localStorage.getItem('plumbline.preferences') ?? '{}') as object;
    localStorage.setItem('plumbline.preferences', JSON.stringify({ ...stored, theme: chosen }));
  }, theme);
}
