import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { ValidationError } from '#lib/contracts/errors.ts';
import { apiOf, eventually } from '../support/api.ts';
import { execute } from '../support/database.ts';
import { ANALYSIS, calibrationBody, createPerson, foundLaboratory, type Laboratory } from '../support/laboratory.ts';

let laboratory: Laboratory;
let body: Awaited<ReturnType<typeof calibrationBody>>;
beforeAll(async () => {
  laboratory = await foundLaboratory({ private: true });
  body = await calibrationBody(laboratory);
  // The reference's own certificate is made behind the scenes; wait, so that it does not count as a trace.
  await eventually(async () => {
    const { body: history } = await laboratory.admin<Calibration[]>(
      'GET',
      `/assets/${laboratory.reference.id}/calibrations`
    );
    return history.every((calibration) => calibration.certificate?.state === 'issued');
  });
});

/** Everything that a calibration writes; unchanged counts mean that a refusal left nothing behind. */
async function written(): Promise<unknown> {
  const { rows } = await execute(
    inject('databaseUrl'),
    `SELECT (SELECT count(*) FROM calibrations WHERE organization_id = $1) AS calibrations,
            (SELECT count(*) FROM calibration_points WHERE organization_id = $1) AS points,
            (SELECT count(*) FROM certificates WHERE organization_id = $1) AS certificates,
            (SELECT coalesce(sum(last_version), 0) FROM version_counters v JOIN assets a ON a.id = v.asset_id
              WHERE a.organization_id = $1) AS versions,
            (SELECT coalesce(sum(last_number), 0) FROM certificate_counters WHERE organization_id = $1) AS numbers,
            (SELECT last_seq FROM organization_changes WHERE organization_id = $1) AS changes,
            (SELECT count(*) FROM audit_log WHERE organization_id = $1) AS audit`,
    [laboratory.organization.id]
  );
  return rows[0];
}

const withPoints = (points: unknown) => () => ({
  analysis: { ...body.analysis, request: { ...body.analysis.request, points } }
});
const points = ANALYSIS.points;

const malformed: readonly (readonly [string, () => object, readonly string[]])[] = [
  ['a string for a number', withPoints([{ reference: '1', measured: 1 }, ...points]), ['points', '0', 'reference']],
  ['null for a number', withPoints([{ reference: 1, measured: null }, ...points]), ['points', '0', 'measured']],
  ['one point for a line', withPoints(points.slice(0, 1)), ['points']],
  ['no point', withPoints([]), ['points']],
  ['equal abscissae', withPoints(points.map((point) => ({ ...point, measured: 5 }))), ['points']],
  [
    'too many points to save',
    withPoints(Array.from({ length: 10_001 }, (_, i) => ({ reference: i, measured: i }))),
    ['points']
  ],
  ['a group beyond any counting', withPoints(points.map((point) => ({ ...point, group: 3_000_000_000 }))), ['group']],
  [
    'a date after which it would be due beyond all dates',
    () => ({ calibration_date: '2999-11-20' }),
    ['calibration_date']
  ],
  ['an unknown field', () => ({ surprise: true }), ['surprise']],
  ['neither analysis nor coefficients', () => ({ analysis: undefined }), ['analysis']],
  ['a date that does not exist', () => ({ calibration_date: '2026-02-30' }), ['calibration_date']],
  ['an external calibration without its laboratory', () => ({ kind: 'external' }), ['lab_name']],
  ['an internal calibration without reference', () => ({ reference_asset_id: undefined }), ['reference_asset_id']]
];

describe('what is malformed is refused with body 2.4, and nothing is written', () => {
  test.each(malformed)('%s', async (_name, change, where) => {
    const before = await written();
    const answer = await laboratory.technician<ValidationError>('POST', '/calibrations', {
      ...body,
      ...change()
    });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(422);
    const places = answer.body.detail.map((fault) => fault.loc.join('.'));
    expect(places.some((place) => where.every((part) => place.includes(part)))).toBe(true);
    expect(answer.body.detail.every((fault) => fault.loc[0] === 'body' && fault.msg !== '' && fault.type !== '')).toBe(
      true
    );
    expect(await written()).toEqual(before);
  });

  test('what is missing and what is wrong are told apart', async () => {
    const { kind: _kind, ...without } = body;
    const typesOf = async (sent: object) =>
      (await laboratory.technician<ValidationError>('POST', '/calibrations', sent)).body.detail.map(
        ({ loc, type }) => `${loc.at(-1)} ${type}`
      );
    expect(await typesOf(without)).toEqual(['kind missing']);
    expect(await typesOf({ ...body, kind: 'neither' })).toEqual(['kind invalid_value']);
    expect(await typesOf({ ...body, due_date: '2026-01-01' })).toEqual(['due_date due_before_date']);
    expect(await typesOf({ ...body, received_on: '2030-01-01' })).toEqual(['received_on received_after_date']);
  });

  test('NaN, which JSON does not know, is not valid JSON', async () => {
    const text = JSON.stringify(body).replace(/"measured":[^,}]+/, '"measured":NaN');
    const answer = await laboratory.technician<ValidationError>('POST', '/calibrations', text);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]?.type).toBe('json_invalid');
  });

  test('a body nested deeper than any stack', async () => {
    const deep = '['.repeat(30_000) + '"\\u0000"' + ']'.repeat(30_000);
    expect((await laboratory.technician('POST', '/locations', deep)).status).toBe(422);
    expect((await laboratory.technician('POST', '/locations', deep.replace('\\u0000', 'x'))).status).toBe(422);
  });

  test('a number beyond any double', async () => {
    const text = JSON.stringify(body).replace(/"measured":[^,}]+/, '"measured":1e999');
    expect((await laboratory.technician('POST', '/calibrations', text)).status).toBe(422);
  });

  test('a result that the server does not find itself', async () => {
    const before = await written();
    const result = {
      ...body.analysis.result,
      expanded_uncertainty: body.analysis.result.expanded_uncertainty * 1.0001
    };
    const answer = await laboratory.technician<ValidationError>('POST', '/calibrations', {
      ...body,
      analysis: { ...body.analysis, result }
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]?.type).toBe('result_mismatch');
    expect(answer.body.detail[0]?.loc).toContain('expanded_uncertainty');
    expect(await written()).toEqual(before);
  });
});

describe('analyze', () => {
  test('takes 100 000 points and refuses 100 001', async () => {
    const many = Array.from({ length: 100_001 }, (_, i) => ({ reference: i, measured: i + (i % 7) * 0.01 }));
    const refused = await laboratory.technician<ValidationError>('POST', '/calibrations/analyze', {
      ...ANALYSIS,
      points: many
    });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]?.loc).toEqual(['body', 'points']);
    const taken = await laboratory.technician('POST', '/calibrations/analyze', { ...ANALYSIS, points: many.slice(1) });
    expect(taken.status).toBe(200);
  });

  test.each([
    ['a formula that is missing', { fit: { model: 'custom' } }, 'missing_expression', ['fit', 'expression']],
    ['equal abscissae', { points: points.map((point) => ({ ...point, measured: 1 })) }, null, ['points']],
    ['more coefficients than points', { points: points.slice(0, 2), fit: { model: 'polynomial', degree: 5 } }, null, []]
  ])('refuses %s by name', async (_name, change, type, where) => {
    const answer = await laboratory.technician<ValidationError>('POST', '/calibrations/analyze', {
      ...ANALYSIS,
      ...change
    });
    expect(answer.status).toBe(422);
    if (type !== null) expect(answer.body.detail[0]?.type).toBe(type);
    for (const part of where) expect(answer.body.detail[0]?.loc).toContain(part);
  });

  test('writes nothing', async () => {
    const before = await written();
    expect((await laboratory.technician('POST', '/calibrations/analyze', ANALYSIS)).status).toBe(200);
    expect(await written()).toEqual(before);
  });
});

describe('who may not is refused, and nothing is written', () => {
  test('a body over the limit is refused before it is read', async () => {
    const answer = await laboratory.technician('POST', '/calibrations', 'x'.repeat(17 * 1024 * 1024)).catch(() => null);
    // The server may also cut the connection once it has answered; what counts is that it never takes the body.
    if (answer !== null) expect(answer.status).toBe(413);
    const small = await laboratory.technician('POST', '/locations', { name: 'x'.repeat(3 * 1024 * 1024) });
    expect(small.status).toBe(413);
  });

  test('no token, a wrong token, and the wrong type', async () => {
    expect((await apiOf(null)('POST', '/calibrations', body)).status).toBe(401);
    const wrong = await apiOf('not-a-token')('POST', '/calibrations', body);
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    const typed = await laboratory.technician('POST', '/calibrations', 'a=1', { 'Content-Type': 'text/plain' });
    expect(typed.status).toBe(415);
  });

  test('a viewer, even as a member', async () => {
    const viewer = await createPerson('viewer');
    await laboratory.admin('POST', `/organizations/${laboratory.organization.id}/members`, { user_id: viewer.user.id });
    const before = await written();
    const answer = await viewer.api('POST', '/calibrations', body);
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await written()).toEqual(before);
  });

  test('a technician of another organization learns nothing of a private asset', async () => {
    const stranger = await foundLaboratory();
    const before = await written();
    const answer = await stranger.technician('POST', '/calibrations', { ...body, id: randomUUID() });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await stranger.technician('GET', `/assets/${laboratory.asset.id}`)).status).toBe(404);
    expect(await written()).toEqual(before);
  });

  test('a technician of another organization may read a public asset and not calibrate it', async () => {
    const open = await foundLaboratory();
    const stranger = await foundLaboratory();
    const foreign = { ...body, asset_ref: open.asset.id, reference_asset_id: open.reference.id };
    expect((await stranger.technician('GET', `/assets/${open.asset.id}`)).status).toBe(200);
    expect(await stranger.technician('POST', '/calibrations', foreign)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' }
    });
  });
});
