/** The thread that lays stickers out and draws them, one order after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { findFacesFrom } from '#lib/server/certificates/layout/faces.ts';
import { drawStickers } from '#lib/server/stickers/draw-stickers.ts';
import type { PrintPlace, Printed } from './run-print-thread.ts';
import type { StickerOrder, DrawnStickers } from '#lib/server/stickers/draw-stickers.ts';

findFacesFrom((workerData as PrintPlace).packagesFrom);

parentPort?.on('message', async (order: StickerOrder) => {
  try {
    answer({ made: await drawStickers(order) });
  } catch (thrown) {
    answer({ failure: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  }
});

const answer = (printed: Printed<DrawnStickers>) => parentPort?.postMessage(printed);
