/** The thread that tries templates, one after another; certificates never wait for it. */
import { workerData } from 'node:worker_threads';
import { findFacesFrom } from '#lib/server/certificates/layout/faces.ts';
import { alone, answerOrders } from '#lib/server/turns/answer-orders.ts';
import type { ThreadPlace } from '#lib/server/turns/run-thread.ts';
import type { PreviewOrder, WithTex } from './print-order.ts';
import { previewTemplatePdf } from './preview-template-pdf.ts';

findFacesFrom((workerData as ThreadPlace).packagesFrom);

answerOrders(
  async (order: WithTex<PreviewOrder>) => {
    const { pdf, engine } = await previewTemplatePdf(order);
    return { pdf: alone(pdf), engine };
  },
  ({ pdf }) => [pdf.buffer]
);
