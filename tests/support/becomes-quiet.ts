import type { Page } from 'playwright';

/** Nothing in the page has changed for a while. The network is never idle: the stream of changes stays open. */
export const becomesQuiet = (page: Page, quietMs: number): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise<void>((quiet) => {
        let timer = setTimeout(quiet, ms);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(quiet, ms);
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    quietMs
  );
