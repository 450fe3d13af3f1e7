/** Which uncertainty a certificate states where nothing is corrected, and where that of the curve is not known. */
import { expect, test, vi } from 'vitest';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { pdfText } from './outside-validators.ts';
import { analysed, request } from './temperature-transmitter.ts';

vi.setConfig({ testTimeout: 60_000 });

const linesOf = async (changed: AnalysisRequest): Promise<string[]> => {
  const { pdf } = await renderCertificate(analysed(changed));
  return (await pdfText(pdf)).split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
};

test('Of an uncorrected instrument the headline, the table and the budget state the uncertainty of the error.', async () => {
  const points = request.points.map((point) => ({ ...point, u_reference: 0.1 }));
  const lines = await linesOf({ ...request, points, fit: { model: 'none', method: 'wls' }, evaluate_at: [20] });
  expect(lines).toContainEqual(expect.stringMatching(/^1 0.012 −0.05 −0.06 0.20 /));
  expect(lines).toContainEqual(expect.stringMatching(/U = 0.20 °C$/));
  expect(lines).toContainEqual(expect.stringMatching(/^Reference value of the point normal, 0.1 0.100 9\d.\d %$/));
  expect(lines).toContainEqual(expect.stringMatching(/^Combined standard uncertainty 0.102 100.0 %$/));
  // A reading is no corrected value.
  expect(lines.join(' ')).not.toContain('Corrected values at further indications');
});

test('A curve through as many points as it has coefficients: no uncertainty after correction, and the headline says so.', async () => {
  const points = [request.points[0], request.points.at(-1)].flatMap((point) => point ?? []);
  const { verification_points: _, ...asked } = request;
  const lines = await linesOf({ ...asked, points, fit: { model: 'linear' } });
  expect(lines).toContainEqual(expect.stringMatching(/^1 0.012 −0.05 −0.062 0.043 Pass 0.012 – – –$/));
  expect(lines.join(' ')).toContain('without the uncertainty of the curve, which is not known');
  expect(lines.join(' ')).not.toMatch(/U after correction: k|band ±|Shaded/);
});
