/** Rows of certificates that leave: many as one file for whoever reads them, by mail for whoever edits. */
import type { Row } from './rows.ts';
import { editors, readers } from './rules.ts';

export const certificatesOutRows: Readonly<Record<string, Row>> = {
  exportCertificates: {
    rule: readers(202),
    ask: async ({ run }, { id, calibrationId }) => {
      await run('DELETE FROM operations');
      return { body: { organization_id: id, calibrations: [calibrationId] } };
    }
  },
  // Mail is off here, as those learn who may send.
  sendCertificate: {
    rule: editors(400),
    ask: (_world, { calibrationId }) => ({ params: { id: calibrationId }, body: { to: 'buyer@customer.example' } })
  },
  listCertificateMails: {
    rule: editors(200),
    ask: (_world, { calibrationId }) => ({ params: { id: calibrationId } })
  }
};
