/**
 * Builds the app and fills the demonstration laboratory. Tests do so where it is missing, and others wait for them;
 * `npm test` does it beside tests that need neither.
 */
import { ensureFilled } from './filled-demonstration.ts';

await ensureFilled();
