import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Notification } from '#lib/contracts/notifications.ts';
import { eventually } from '../support/api.ts';
import { validatePdf } from '../support/validate-pdf.ts';
import { ANALYSIS, calibrationBody, createPerson, foundLaboratory, type Laboratory } from '../support/laboratory.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await foundLaboratory();
});

async function signingPem(): Promise<string> {
  const { body } = await laboratory.technician<string>(
    'GET',
    `/organizations/${laboratory.organization.id}/signing-certificate.pem`
  );
  return body;
}

async function issuedCertificate(
  calibrationId: string
): Promise<{ url: string; pdf: Uint8Array; record: Calibration }> {
  const record = await eventually(async () => {
    const { body } = await laboratory.technician<Calibration>('GET', `/calibrations/${calibrationId}`);
    return body.certificate?.state === 'issued' && body;
  });
  const { status, body } = await laboratory.technician<{ url: string }>(
    'GET',
    `/calibrations/${calibrationId}/certificate`
  );
  expect(status).toBe(200);
  const file = await fetch(new URL(body.url, inject('baseUrl')));
  expect(file.status).toBe(200);
  return { url: body.url, pdf: new Uint8Array(await file.arrayBuffer()), record };
}

describe('the way of one calibration through the API', () => {
  test('it becomes version 1, and its certificate is issued, stored and accepted by outside validators', async () => {
    const body = await calibrationBody(laboratory);
    const { status, body: record } = await laboratory.technician<Calibration>('POST', '/calibrations', body);
    expect(status, JSON.stringify(record)).toBe(201);
    expect(record).toMatchObject({ version: 1, conforms: true, due_date: '2027-11-20', unit: '°C' });
    expect(record.points).toHaveLength(20);
    expect(record.result).toEqual({ ...body.analysis.result, format: 1 });

    const { pdf, record: issued } = await issuedCertificate(record.id);
    expect(issued.certificate?.number).toMatch(/^LAB-\d{4}-\d+$/);
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(issued.certificate?.sha256);
    await validatePdf(pdf, await signingPem());
  });

  test('the asset is calibrated now, and its status follows the due date', async () => {
    const { body } = await laboratory.technician<Asset>(
      'GET',
      `/assets/TT-042?organization_id=${laboratory.organization.id}`
    );
    expect(body).toMatchObject({
      calibration_status: 'calibrated',
      due_date: '2027-11-20',
      last_calibrated_at: '2026-11-20'
    });
  });

  test('the other members who calibrate are notified, the recorder and viewers are not', async () => {
    const colleague = await createPerson('technician');
    const viewer = await createPerson('viewer');
    for (const { user } of [colleague, viewer]) {
      await laboratory.admin('POST', `/organizations/${laboratory.organization.id}/members`, { user_id: user.id });
    }
    const recorded = await laboratory.technician<Calibration>(
      'POST',
      '/calibrations',
      await calibrationBody(laboratory)
    );
    const about = (list: readonly Notification[]) =>
      list.filter(
        (item) => item.asset_id === laboratory.asset.id && item.body.includes(`version ${recorded.body.version} `)
      );
    await eventually(
      async () => about((await colleague.api<Notification[]>('GET', '/notifications')).body).length === 1
    );
    expect(about((await laboratory.technician<Notification[]>('GET', '/notifications')).body)).toEqual([]);
    expect(about((await viewer.api<Notification[]>('GET', '/notifications')).body)).toEqual([]);
  });

  test('the same id and body again answers the same record; the same id with another body is refused', async () => {
    const body = { id: randomUUID(), ...(await calibrationBody(laboratory)) };
    const first = await laboratory.technician<Calibration>('POST', '/calibrations', body);
    const again = await laboratory.technician<Calibration>('POST', '/calibrations', body);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.version).toBe(first.body.version);
    const other = await laboratory.technician('POST', '/calibrations', { ...body, notes: 'changed' });
    expect(other).toMatchObject({ status: 409, body: { code: 'id_reused' } });
  });

  test('a fresh download is a signed copy and leaves the issued certificate as it is', async () => {
    const { body } = await laboratory.technician<Calibration[]>(
      'GET',
      `/assets/${laboratory.asset.id}/calibrations?limit=1`
    );
    const id = body[0]?.id ?? '';
    const before = await issuedCertificate(id);
    const copy = await fetch(`${inject('baseUrl')}/api/v1/calibrations/${id}/certificate/download`, {
      headers: { Authorization: `Bearer ${laboratory.technicianToken}` }
    });
    expect(copy.status).toBe(200);
    expect(copy.headers.get('content-type')).toBe('application/pdf');
    await validatePdf(new Uint8Array(await copy.arrayBuffer()), await signingPem());
    expect((await issuedCertificate(id)).record.certificate).toEqual(before.record.certificate);
  });

  test('a presigned address that was tampered with opens nothing', async () => {
    const { body } = await laboratory.technician<Calibration[]>(
      'GET',
      `/assets/${laboratory.asset.id}/calibrations?limit=1`
    );
    const { url } = await issuedCertificate(body[0]?.id ?? '');
    const broken = url.replace(/([0-9a-zA-Z_-])$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetch(new URL(broken, inject('baseUrl')))).status).toBe(403);
  });

  test('a channel keeps its own versions', async () => {
    const [one, two] = laboratory.multi.channels;
    const body = { ...(await calibrationBody(laboratory)), asset_ref: 'LOG-4' };
    const versions = [];
    for (const channel of [one, two, one]) {
      const { body: record } = await laboratory.admin<Calibration>('POST', '/calibrations', {
        ...body,
        asset_ref: laboratory.multi.id,
        channel_id: channel?.id
      });
      versions.push(record.version);
    }
    expect(versions).toEqual([1, 1, 2]);
  });
});

test('twenty calibrations of one asset at once become versions 1 to 20', async () => {
  const own = await foundLaboratory();
  const body = await calibrationBody(own, ANALYSIS);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => own.technician<Calibration>('POST', '/calibrations', body))
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
  expect(answers.map((answer) => answer.body.version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1)
  );
});
