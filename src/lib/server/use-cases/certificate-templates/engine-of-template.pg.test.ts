import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findIssuedTemplate } from '#lib/server/db/certificate-templates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { previewTemplatePdf } from '#lib/server/prints/preview-template-pdf.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { BY_TEX, installedTex } from '../../../../../tests/certificates/tex/installed-tex.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { smallTemplate } from '../../../../../tests/support/certificate-template.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createTemplate } from './create-template.ts';
import { updateTemplate } from './update-template.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  const own = await testServices(database);
  const tex = installedTex;
  services = {
    ...own,
    prints: {
      ...own.prints,
      tex,
      preview: (_person, order) => previewTemplatePdf({ ...order, tex }),
      issue: ({ facts, key, ...options }) => issueCertificatePdf(facts, key, { ...options, tex })
    }
  };
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

test.skipIf(!installedTex)(
  `the trial at save decides between the embedded engine and one ${BY_TEX}; the certificate keeps what set it`,
  async () => {
    const source = smallTemplate('turned').replace(
      '\\begin{document}',
      '\\usepackage{graphicx}\\begin{document}\\rotatebox{90}{turned}'
    );
    const body = { name: 'Turned', organization_id: laboratory.organizationId, is_default: true };
    const made = await createTemplate(services, laboratory.admin, { ...body, source });
    expect(made.engine).toBe('tex');
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    await issueCertificate(services, id);
    const kept = await transaction(services.pool, SYSTEM, (tx) => findIssuedTemplate(tx, id));
    expect(kept).toMatchObject({ id: made.id, engine: 'tex' });
    const changed = { source: smallTemplate('plain') };
    expect((await updateTemplate(services, laboratory.admin, made.id, changed, null)).engine).toBe('embedded');
  }
);
