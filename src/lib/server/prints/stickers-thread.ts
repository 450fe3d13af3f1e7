/** The thread that lays stickers out and draws them, one order after another. */
import { workerData } from 'node:worker_threads';
import { findFacesFrom } from '#lib/server/certificates/layout/faces.ts';
import { drawStickers } from '#lib/server/stickers/draw-stickers.ts';
import { answerOrders } from '#lib/server/turns/answer-orders.ts';
import type { ThreadPlace } from '#lib/server/turns/run-thread.ts';

findFacesFrom((workerData as ThreadPlace).packagesFrom);

answerOrders(drawStickers);
