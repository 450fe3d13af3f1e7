import { describe, expect, it, vi } from 'vitest';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { pdfText } from '../outside-validators.ts';
import { BY_TEX, installedTex } from '../tex/installed-tex.ts';
import { analysed, request } from '../temperature-transmitter.ts';

// Half a minute of the processor, which others may need, too.
vi.setConfig({ testTimeout: 300_000 });

/** As many as a calibration may have. */
const MOST_POINTS = 10_000;

const facts = analysed({
  ...request,
  points: Array.from({ length: MOST_POINTS }, (_, i) => ({
    reference: (100 * i) / MOST_POINTS,
    measured: (100 * i) / MOST_POINTS + 0.01 * Math.sin(i)
  }))
});

describe.each([['by the embedded engine', 'embedded'] as const, ...(installedTex ? [[BY_TEX, 'tex'] as const] : [])])(
  'the built-in template, set %s,',
  (_, engine) => {
    it('prints each of ten thousand points once, in order', async () => {
      const { pdf, pageCount } = await renderTemplate(
        facts,
        { source: BUILT_IN_TEMPLATE, language: null, engine },
        { tex: installedTex }
      );
      expect(pageCount).toBeGreaterThan(250);
      const rows = (await pdfText(pdf)).matchAll(/^ *(\d+) +\d+\.\d+ +−?\d+\.\d+ /gmu);
      const numbers = [...rows].map(([, number]) => Number(number));
      expect(numbers).toEqual(facts.result?.points.map((_point, index) => index + 1));
    });
  }
);
