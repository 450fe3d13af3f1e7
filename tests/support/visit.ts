import type { Page } from 'playwright';
import { see } from './see.ts';

/** Goes to another page of the app as a link in it does: nothing is loaded again, which takes most of the time of an address typed. */
export async function visit(page: Page, url: string): Promise<void> {
  await press(page, url);
  await see.poll(() => page.url()).toBe(url);
}

/** The same, where the page may lead on to another. */
export async function follow(page: Page, url: string): Promise<void> {
  const before = page.url();
  await press(page, url);
  await see.poll(() => page.url()).not.toBe(before);
}

/** A link that is there for the moment. */
const press = (page: Page, url: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, url);
