import { describe, expect, it } from 'vitest';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { pdfPrograms, pdfText } from './outside-validators.ts';
import { analysed, context, facts, request } from './temperature-transmitter.ts';

describe('a certificate of much', () => {
  it('pages thousands of points, each once and under its own head, after the signature', async () => {
    const points = Array.from({ length: 3000 }, (_, i) => ({
      reference: i / 30,
      measured: i / 30 + 0.01 * Math.sin(i)
    }));
    const many = analysed({ ...request, points });
    const rendered = await renderCertificate(many);
    expect(rendered.signature?.pageIndex).toBeLessThan(3);
    const pages = (await pdfText(rendered.pdf)).split('\f').slice(0, rendered.pageCount);
    const tables = pages.slice((rendered.signature?.pageIndex ?? 0) + 1);
    const numbers = tables.flatMap((page) =>
      [...page.matchAll(/^ *(\d+) +\d+\.\d+ +−?\d+\.\d+ /gmu)].map(([, number]) => Number(number))
    );
    expect(numbers).toEqual(points.map((_, index) => index + 1));
    for (const page of tables) expect(page).toContain('Indication');
  }, 60_000);

  it('is made in turns: others do not wait until all of it is done', async () => {
    const points = Array.from({ length: 6000 }, (_, i) => ({
      reference: i / 60,
      measured: i / 60 + 0.01 * Math.sin(i)
    }));
    const many = analysed({ ...request, points });
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const begun = performance.now();
    await renderCertificate(many);
    clearInterval(beat);
    // At once, the longest pause would be the whole of it.
    expect(longest).toBeLessThan((performance.now() - begun) * 0.7);
  }, 60_000);

  it('is the same whatever is made beside it', async () => {
    const of = (count: number, language: 'de' | 'fr', notes: string) => {
      const points = Array.from({ length: count }, (_, i) => ({ reference: i, measured: i + 0.01 * Math.sin(i) }));
      const calibration = { ...context.calibration, notes };
      return { ...analysed({ ...request, points }), context: { ...context, language, calibration } };
    };
    const both = [of(1500, 'de', 'Ελληνικά'), of(1200, 'fr', 'Кириллица')];
    const together = await Promise.all(both.map(renderCertificate));
    for (const [i, facts] of both.entries()) {
      const alone = await renderCertificate(facts);
      expect(Buffer.compare(together[i]?.pdf ?? Buffer.alloc(0), alone.pdf)).toBe(0);
    }
  }, 60_000);

  it('moves long lists of further values behind the signature', async () => {
    const evaluate_at = Array.from({ length: 200 }, (_, i) => i / 2);
    const rendered = await renderCertificate(analysed({ ...request, evaluate_at }));
    const signed = rendered.signature?.pageIndex ?? Infinity;
    expect(signed).toBeLessThan(3);
    const pages = (await pdfText(rendered.pdf)).split('\f').slice(signed + 1);
    expect(pages.join('\n')).toMatch(/^ *99\.5 +\d/mu);
  });

  it('wraps long names, prints scripts beyond its own face and marks what no face has', async () => {
    const name = `Meßumformer ${'sehr '.repeat(40)}lang`;
    const long = {
      ...context.asset,
      name,
      serial_number: 'S'.repeat(120),
      description: 'Ελληνικά, Кириллица, עברית, 測'
    };
    const rendered = await renderCertificate({
      ...facts,
      context: { ...context, asset: long, channel: { id: context.asset.id, name: 'Kanal 2' } }
    });
    const text = await pdfText(rendered.pdf);
    expect(text.replace(/[^S]/gu, '').length).toBeGreaterThanOrEqual(120);
    expect(text).toContain('Ελληνικά, Кириллица');
    expect(text).toContain('Kanal 2');
    expect(text).toContain('Characters that the fonts of this certificate do not have are printed as \ufffd.');
    expect(text.split('\ufffd')).toHaveLength(3);
    const { output } = await pdfPrograms('pdffonts', rendered.pdf);
    expect(output).toContain('DejaVuSans');
    expect(await pdfText((await renderCertificate(facts)).pdf)).not.toContain('\ufffd');
  });

  it('leaves every page its room and its foot, however long the texts are that people wrote', async () => {
    const long = (letters: number) =>
      'Lorem ipsum dolor sit amet '
        .repeat(letters)
        .slice(0, letters - 1)
        .concat('!');
    const organization = {
      ...context.organization,
      full_name: long(300),
      address: long(1000),
      website: `https://${'w'.repeat(480)}.example`
    };
    const wordy = {
      ...facts,
      voided: { at: '2026-12-01T10:00:00Z', reason: long(2000) },
      context: { ...context, organization, asset: { ...context.asset, description: long(5000) } }
    };
    const rendered = await renderCertificate(wordy);
    expect(rendered.pageCount).toBeLessThan(8);
    const text = await pdfText(rendered.pdf);
    // What is printed over something else does not come out as a line of its own.
    expect(text.match(/^ *The results relate only to the item calibrated\. .* may be$/gmu)).toHaveLength(
      rendered.pageCount
    );
    const description = text.slice(text.indexOf('Item'), text.indexOf('Identification'));
    expect(description.match(/Lorem/gu)?.length).toBeGreaterThanOrEqual(Math.floor(5000 / 27));
    expect(text.match(/Voided on 1 December 2026/gu)).toHaveLength(rendered.pageCount);
  });
});
