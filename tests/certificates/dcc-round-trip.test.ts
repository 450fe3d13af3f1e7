/**
 * A digital certificate that we wrote, read and taken over by us: the same numbers, bit for bit. Forty of the thousand calibrations of
 * dcc-cases; the whole thousand, and others each time, with `npm run fuzz`.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DccColumn, DccReading } from '#lib/contracts/dcc.ts';
import { todayIn } from '#lib/laboratory/calibration-status.ts';
import { uncertaintyAsLeft } from '#lib/laboratory/error-uncertainty.ts';
import type { DccFacts } from '#lib/server/certificates/dcc/dcc-language.ts';
import { hasUsualFactor } from '#lib/server/certificates/dcc/quantities.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { asFound } from '#lib/server/certificates/parts/points-table.ts';
import { resultRuns } from '#lib/server/certificates/parts/results.ts';
import { certificatePrinter } from '#lib/server/certificates/print/printer.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { applyDcc, firstChoice, takeFrom } from '#lib/worksheet/dcc/take-dcc.ts';
import { formFor } from '#lib/worksheet/form/begin-form.ts';
import { buildAnalysis } from '#lib/worksheet/form/build-analysis.ts';
import { aTransmitter } from '#lib/worksheet/form/form-fixture.ts';
import { dccCase } from './dcc-cases.ts';

const seed = process.env['PROPERTY_SEED'];
const MANY = seed === undefined ? 40 : 1000;
/** Prime to the numbers by which the cases vary, so that few of them are of every kind. */
const STEP = seed === undefined ? 29 : 1;

type Read = { readonly facts: DccFacts; readonly reading: DccReading };
const all: Read[] = [];
beforeAll(() => {
  for (let index = seed === undefined ? 0 : Number(seed) % 1_000_000; all.length < MANY; index += STEP) {
    const facts = dccCase(index);
    if (facts === null) continue;
    const reading = readDcc(new TextEncoder().encode(writeDcc(facts)), [facts.context.language]);
    all.push({ facts, reading });
  }
}, 1_200_000);

const column = (columns: readonly DccColumn[], type: string) =>
  columns.find(({ ref_types }) => ref_types.includes(type));
type Stated = { readonly uncertainty: number; readonly k: number } | null;
/** As the format allows: U and k, or u = U/k where it has no such k or no probability. */
function expectUncertainty(read: DccColumn | undefined, stated: readonly Stated[], probability: number | null): void {
  const isExpanded = probability !== null && stated.every((one) => one === null || hasUsualFactor(one.k));
  const uncertainty = (one: Stated) => one && (isExpanded ? one.uncertainty : one.uncertainty / one.k);
  expect(read?.uncertainty?.values).toEqual(stated.map(uncertainty));
  const k = (one: Stated) => (isExpanded ? (one?.k ?? null) : 1);
  expect(read?.uncertainty?.k).toEqual(stated.map(k));
}

describe('certificates of our own, read back', () => {
  it('state the same number, laboratory, days and surroundings', () => {
    let surroundings = 0;
    for (const { facts, reading } of all) {
      const { calibration, environment, certificate_number } = facts.context;
      expect(reading).toMatchObject({
        certificate_number,
        calibrated_from: calibration.calibration_date,
        calibrated_to: calibration.calibration_date,
        received_on: calibration.received_on,
        issued_on: todayIn(facts.timeZone, facts.issuedAt)
      });
      const stated = [environment?.temperature_c, environment?.relative_humidity_percent, environment?.pressure_kpa];
      expect(reading.conditions.map(({ value }) => value)).toEqual(stated.filter((value) => value !== undefined));
      surroundings += reading.conditions.length;
    }
    expect(surroundings).toBeGreaterThan(MANY);
  });

  it('have every point of every run, with U and k of each', () => {
    let points = 0;
    for (const { facts, reading } of all) {
      const { result } = facts;
      if (!result) continue;
      const runs = resultRuns({ ...facts, result }, certificatePrinter(facts, 'comfortable'));
      const tables = reading.results.filter(({ columns }) => column(columns, 'basic_referenceValue'));
      expect(tables).toHaveLength(runs.length);
      for (const [i, { run }] of runs.entries()) {
        const columns = tables[i]?.columns ?? [];
        const values = (type: string) => column(columns, type)?.values;
        expect(values('basic_referenceValue')).toEqual(run.points.map(({ reference }) => reference));
        expect(values('basic_measuredValue')).toEqual(run.points.map(({ measured }) => measured));
        points += run.points.length;
        if (run.found) {
          const found = column(columns, 'plumbline_asFound');
          expect(found?.values).toEqual(run.points.map(({ error }) => error));
          const stated = run.points.map((point): Stated => {
            const of = asFound(point, run);
            return of && { uncertainty: of.U, k: of.k };
          });
          expectUncertainty(found, stated, result.coverage_probability);
        }
        if (!run.left) continue;
        const left = column(
          columns,
          result.fit.model === 'none' ? 'plumbline_asLeft' : 'plumbline_errorAfterCorrection'
        );
        expect(left?.values).toEqual(run.points.map((point) => point.error_after_correction));
        const statedLeft = run.points.map((point) => {
          const of = uncertaintyAsLeft(point);
          return of && { uncertainty: of.U, k: of.k };
        });
        expectUncertainty(left, statedLeft, result.coverage_probability);
        if (result.fit.model === 'none') continue;
        const corrected = column(columns, 'plumbline_correctedValue');
        expect(corrected?.values).toEqual(run.points.map((point) => point.corrected));
        const stated = run.points.map(({ u_fit, expanded_uncertainty: uncertainty, k }) =>
          u_fit === null ? null : { uncertainty, k }
        );
        expectUncertainty(corrected, stated, result.coverage_probability);
      }
    }
    expect(points).toBeGreaterThan(3 * MANY);
  });

  it('have the values at further indications, of wanted values, and U and k of a curve that was only stated', () => {
    const seen = { evaluated: 0, inverse: 0, stated: 0 };
    for (const { facts, reading } of all) {
      const { result, coefficientsOnly } = facts;
      const further = (type: string) =>
        reading.results.find(({ columns }) => column(columns, type) && !column(columns, 'basic_referenceValue'))
          ?.columns ?? [];
      for (const { measured, corrected } of [result?.evaluated?.at(-1)].filter((one) => one !== undefined)) {
        const columns = further('plumbline_indication');
        expect(column(columns, 'plumbline_indication')?.values.at(-1)).toBe(measured);
        expect(column(columns, 'plumbline_correctedValue')?.values.at(-1)).toBe(corrected);
        seen.evaluated++;
      }
      for (const { wanted, measured } of [result?.inverse?.at(-1)].filter((one) => one !== undefined)) {
        const columns = further('plumbline_wantedValue');
        expect(column(columns, 'plumbline_wantedValue')?.values.at(-1)).toBe(wanted);
        expect(column(columns, 'plumbline_indication')?.values.at(-1)).toBe(measured);
        seen.inverse++;
      }
      if (!coefficientsOnly) continue;
      const columns = reading.results.flatMap((one) => one.columns);
      expect(column(columns, 'plumbline_expandedUncertainty')?.values).toEqual([coefficientsOnly.expanded_uncertainty]);
      expect(column(columns, 'plumbline_coverageFactor')?.values).toEqual([coefficientsOnly.coverage_factor]);
      seen.stated++;
    }
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  });

  it('become an external calibration with the same points as found and as left, number and day', () => {
    let adjusted = 0;
    for (const { facts, reading } of all) {
      const { request, context } = facts;
      // The units in which the certificate states its numbers: those of the analysis, if it names them.
      const { unit, measuredUnit } = certificatePrinter(facts, 'comfortable');
      const own = { unit: unit ?? '', measured_unit: measuredUnit ?? '' };
      const asset = aTransmitter();
      const begun = formFor({ asset, channel: null, previous: null, previousReferences: [], today: '2026-11-23' });
      const form = applyDcc(reading, takeFrom(reading, firstChoice(reading), own))({ ...begun, ...own });
      expect(form).toMatchObject({
        kind: 'external',
        lab: { certificate_number: context.certificate_number },
        calibration_date: context.calibration.calibration_date
      });
      if (!request) continue;
      const plain = (list: readonly { readonly reference: number; readonly measured: number }[] | undefined) =>
        list?.map(({ reference, measured }) => ({ reference, measured }));
      const taken = buildAnalysis(form).request;
      expect(
        taken?.points,
        buildAnalysis(form)
          .problems.map(({ code }) => code)
          .join()
      ).toEqual(plain(request.points));
      expect(taken?.as_found_points).toEqual(plain(request.as_found_points));
      adjusted += request.as_found_points ? 1 : 0;
    }
    expect(adjusted).toBeGreaterThan(0);
  }, 300_000);
});
