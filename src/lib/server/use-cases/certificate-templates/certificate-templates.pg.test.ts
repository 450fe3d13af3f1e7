import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { issueOnDemand } from '#lib/server/use-cases/certificates/issue-on-demand.ts';
import { remakeCertificate } from '#lib/server/use-cases/certificates/remake-certificate.ts';
import { getSigningCertificatePem } from '#lib/server/use-cases/certificates/signing-certificates.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { pdfText } from '../../../../../tests/certificates/outside-validators.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { smallTemplate } from '../../../../../tests/support/certificate-template.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { validatePdf } from '../../../../../tests/support/validate-pdf.ts';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { previewTemplate } from './preview-template.ts';
import { getTemplate, listTemplates, listTemplatesOfCalibration } from './read-templates.ts';
import { updateTemplate } from './update-template.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

const manager = () => laboratory.admin;
const create = (name: string, given: { source?: string; is_default?: boolean; language?: 'de' } = {}) =>
  createTemplate(services, manager(), {
    name,
    organization_id: laboratory.organizationId,
    source: smallTemplate(name),
    ...given
  });
const calibrate = () => recorded(services, laboratory.technician, internalBody(laboratory));
const textOf = async (pdf: Uint8Array) => (await pdfText(pdf)).replace(/\s+/gu, ' ');
const stored = async (key: string) => {
  const found = await services.store.get(key);
  const parts: Buffer[] = [];
  for await (const part of (found?.stream ?? []) as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
};
const faultsOf = (thrown: unknown) => (thrown instanceof InvalidInput ? thrown.faults : []);

describe('a certificate template', () => {
  test('that is built in is read like any other, leaves nothing out, and is a start for a new one', async () => {
    const builtIn = await getTemplate(services, laboratory.technician, 'built-in');
    expect(builtIn).toMatchObject({ id: 'built-in', organization_id: null, missing: [], updated_at: null });
    const copied = await create('A copy', { source: builtIn.source });
    expect(copied).toMatchObject({ engine: 'embedded', missing: [], source: builtIn.source });
    await deleteTemplate(services, manager(), copied.id, null);
  });

  test('that cannot be filled or set is refused with the lines of its source, and one that leaves things out says which', async () => {
    const lines = (...inner: string[]) =>
      [String.raw`\documentclass{article}`, String.raw`\begin{document}`, ...inner, String.raw`\end{document}`].join(
        '\n'
      );
    const refused = await create('x', { source: lines('a', String.raw`\VAR{asset.nme}`) }).catch(
      (thrown: unknown) => thrown
    );
    expect(faultsOf(refused)[0]?.loc).toEqual(['body', 'source', 'line 4']);
    const unknown = await create('x', {
      source: lines(
        String.raw`\BLOCK{for run in runs}`,
        'a',
        String.raw`\BLOCK{endfor}`,
        String.raw`\input{/etc/passwd}`
      )
    }).catch((thrown: unknown) => thrown);
    expect(faultsOf(unknown)[0]).toMatchObject({ loc: ['body', 'source', 'line 6'] });
    const saved = await create('Short');
    expect(saved.missing).toEqual(expect.arrayContaining(['signature', 'customer', 'relates_only']));
    expect(saved.missing).not.toContain('number');
    expect(await getTemplate(services, laboratory.technician, saved.id)).toEqual(saved);
  });

  test('is found by those who may read its organization, and by nobody else', async () => {
    const { id } = await create('Private');
    const outsider = await person(services, 'technician');
    await execute(database.url, 'UPDATE organizations SET private = true WHERE id = $1', [laboratory.organizationId]);
    await expect(getTemplate(services, outsider, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listTemplates(services, outsider, { limit: 50 })).items).toEqual([]);
    expect(
      (await listTemplates(services, laboratory.technician, { limit: 50, q: 'Priv' })).items.map((one) => one.id)
    ).toEqual([id]);
    const change = updateTemplate(services, outsider, id, { name: 'Mine' }, null);
    await expect(change).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is changed by one of two who read it', async () => {
    const before = await create('Shared');
    const tag = `"${before.updated_at}"`;
    const ends = await Promise.allSettled(
      ['A', 'B'].map((name) => updateTemplate(services, manager(), before.id, { name }, tag))
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({ code: 'stale' });
  });

  test('is the only default, also of ten that are made the default at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, (_, i) => create(`D${i}`, { is_default: true })));
    const { items } = await listTemplates(services, manager(), {
      limit: 50,
      organization_id: laboratory.organizationId
    });
    expect(items.filter((one) => one.is_default)).toHaveLength(1);
    for (const { id } of made) await deleteTemplate(services, manager(), id, null);
    await expect(getTemplate(services, manager(), made[0]?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can be tried on the specimen and on a calibration: marked as a preview, not signed', async () => {
    const { id } = await calibrate();
    for (const calibration_id of [undefined, id]) {
      const pdf = await previewTemplate(services, laboratory.technician, {
        source: smallTemplate('Tried'),
        calibration_id
      });
      const text = await textOf(pdf);
      expect(text).toContain('PREVIEW. This is not a certificate.');
      expect(text).toContain('Tried');
      expect(Buffer.from(pdf).includes('/ByteRange')).toBe(false);
    }
    const outsider = await person(services, 'technician');
    const foreign = previewTemplate(services, outsider, { source: smallTemplate(), calibration_id: id });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a certificate', () => {
  test('is issued by the default, says so in the record, is signed, and is made again as it was', async () => {
    const template = await create('Issuing', { is_default: true, language: 'de' });
    const { id } = await calibrate();
    expect(
      (await listTemplatesOfCalibration(services, laboratory.technician, id)).find((one) => one.is_default)?.id
    ).toBe(template.id);
    const key = await issueCertificate(services, id);
    const pdf = await stored(key);
    const pem = await getSigningCertificatePem(services, laboratory.technician, laboratory.organizationId);
    await validatePdf(pdf, pem);
    expect(await textOf(pdf)).toContain('Issuing Kalibrierschein');
    const { certificate } = await getCalibration(services, laboratory.technician, id);
    expect(certificate?.template).toMatchObject({ id: template.id, name: 'Issuing' });
    // The template changes and goes; the certificate stays what it was.
    await updateTemplate(services, manager(), template.id, { source: smallTemplate('Changed') }, null);
    await deleteTemplate(services, manager(), template.id, null);
    await services.store.delete(key);
    expect(await remakeCertificate(services, id)).toBe(true);
    expect(await stored(key)).toEqual(pdf);
    const copy = await textOf((await downloadCertificate(services, laboratory.technician, id)).pdf);
    expect(copy).toContain('Issuing Kalibrierschein');
    expect(copy).toMatch(/KOPIE|Kopie/u);
    const gone = downloadCertificate(services, laboratory.technician, id, template.id);
    await expect(gone).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is copied by the template asked for, and says on every page that it is void and a copy', async () => {
    const template = await create('Other');
    const { id } = await calibrate();
    await issueCertificate(services, id);
    expect((await getCalibration(services, laboratory.technician, id)).certificate?.template).toBeUndefined();
    await voidCalibration(services, await person(services, 'superadmin'), id, 'Wrong standard');
    const { pdf } = await downloadCertificate(services, laboratory.technician, id, template.id);
    const text = await textOf(pdf);
    expect(text).toContain('Other Calibration certificate');
    expect(text).toContain('Wrong standard');
    expect(text).toMatch(/copy/iu);
    expect(
      await textOf((await downloadCertificate(services, laboratory.technician, id, 'built-in')).pdf)
    ).not.toContain('Other');
    const elsewhere = await calibratedLaboratory(services, { certificate_prefix: 'ELSE' });
    const theirs = await createTemplate(services, elsewhere.admin, {
      name: 'Theirs',
      organization_id: elsewhere.organizationId,
      source: smallTemplate()
    });
    const foreign = downloadCertificate(services, laboratory.technician, id, theirs.id);
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });

  test('fails with the name and the line of a default that cannot set it, never silently by another', async () => {
    const source = smallTemplate().replace(
      'U = ',
      String.raw`\BLOCK{if certificate.is_external}\VAR{asset.nme}\BLOCK{endif} U = `
    );
    const template = await create('Broken for external', { source, is_default: true });
    const { id } = await recorded(services, laboratory.technician, externalBody(laboratory.asset));
    await expect(issueCertificate(services, id)).rejects.toMatchObject({ code: 'certificate_failed' });
    await expect(issueOnDemand(services, id)).rejects.toMatchObject({ code: 'certificate_failed' });
    const { certificate } = await getCalibration(services, laboratory.technician, id);
    expect(certificate).toMatchObject({ state: 'failed' });
    expect(certificate?.error).toMatch(
      /“Broken for external”.*Line 11: There is no value asset\.nme\..*Change the template/u
    );
    await updateTemplate(services, manager(), template.id, { source: smallTemplate('Mended') }, null);
    expect(await textOf(await stored(await issueCertificate(services, id)))).toContain('Mended');
    await deleteTemplate(services, manager(), template.id, null);
  });
});
