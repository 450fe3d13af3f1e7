import { expect } from '@playwright/test';

/** Waits for what a page comes to show, for as long as a machine with much else to do may need. What is there at once costs nothing. */
export const see = expect.configure({ timeout: 20_000 });
