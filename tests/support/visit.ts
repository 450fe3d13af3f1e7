import type { Page } from 'playwright';
import { see } from './see.ts';

/** Goes to another page of the app as a link in it does: nothing is loaded again, which takes most of the time of an address typed. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, url);
  await see.poll(() => page.url()).toBe(url);
}
