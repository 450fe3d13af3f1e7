/** The thread that typesets and signs certificates, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { issueCertificatePdf, type IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findFacesFrom } from '#lib/server/certificates/layout/faces.ts';
import type { PrintOrder } from './print-order.ts';
import type { Printed, PrintPlace } from './run-print-thread.ts';

findFacesFrom((workerData as PrintPlace).packagesFrom);

parentPort?.on('message', async ({ facts, key }: PrintOrder) => {
  try {
    const issued = await issueCertificatePdf(facts, key);
    // The bytes of the file are transferred, not copied.
    const whole = issued.pdf.byteLength === issued.pdf.buffer.byteLength ? issued.pdf : issued.pdf.slice();
    answer({ made: { ...issued, pdf: whole } }, [whole.buffer as ArrayBuffer]);
  } catch (thrown) {
    answer({ failure: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  }
});

const answer = (printed: Printed<IssuedPdf>, moved: readonly ArrayBuffer[] = []) =>
  parentPort?.postMessage(printed, moved);
