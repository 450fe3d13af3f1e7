/** The thread that typesets and signs certificates, one after another. */
import { workerData } from 'node:worker_threads';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findFacesFrom } from '#lib/server/certificates/layout/faces.ts';
import { alone, answerOrders } from '#lib/server/turns/answer-orders.ts';
import type { ThreadPlace } from '#lib/server/turns/run-thread.ts';
import type { PrintOrder, WithTex } from './print-order.ts';
import { refusingTemplates } from './refusing-templates.ts';

findFacesFrom((workerData as ThreadPlace).packagesFrom);

answerOrders(
  async ({ facts, key, ...options }: WithTex<PrintOrder>) => {
    const issued = await refusingTemplates(issueCertificatePdf(facts, key, options));
    return { ...issued, pdf: alone(issued.pdf) };
  },
  ({ pdf }) => [pdf.buffer]
);
