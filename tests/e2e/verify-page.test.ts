/** Where the code on a certificate leads, as somebody without an account sees it, with and without script. */
import { createHash } from 'node:crypto';
import { chromium, type Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { extendPdf } from '#lib/server/certificates/long-term/extend-pdf.ts';
import { createAskAddress } from '#lib/server/webhooks/ask-address.ts';
import { startProofAuthority } from '../certificates/proof-authority.ts';
import { facts } from '../certificates/temperature-transmitter.ts';
import { execute } from '../support/database.ts';
import { chromiumPath, picture } from '../support/browser.ts';
import { eventually } from '../support/api.ts';
import { calibrationBody, foundLaboratory } from '../support/laboratory.ts';
import { at } from '../support/metrologist.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

test(
  'a customer without an account or script reads the state, and learns whether the file is the original',
  { timeout: 240_000 },
  async () => {
    const laboratory = await foundLaboratory();
    const body = await calibrationBody(laboratory);
    const { status: recorded, body: calibration } = await laboratory.technician<{ id: string }>(
      'POST',
      '/calibrations',
      body
    );
    expect(recorded).toBe(201);
    const { id } = calibration;
    const link = await eventually(async () => {
      const { status, body } = await laboratory.technician<{ url: string }>('GET', `/calibrations/${id}/certificate`);
      return status === 200 && body.url;
    }, 60);
    const bytes = Buffer.from(await (await fetch(new URL(link, at('/')))).arrayBuffer());
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking']
    });
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(at(`/verify/${id}`));
    await see(page.getByRole('heading', { name: /Gültig/ })).toBeVisible();
    await picture(page, 'verify-public');
    await page
      .getByLabel(/Kalibrierschein/)
      .setInputFiles({ name: 'k.pdf', mimeType: 'application/pdf', buffer: bytes });
    await page.getByRole('button', { name: 'Vergleichen' }).click();
    await see(page.getByRole('heading', { name: 'Die Datei ist das Original' })).toBeVisible();
    await page.getByRole('link', { name: 'Français' }).click();
    await see(page.getByRole('heading', { name: /Valable/ })).toBeVisible();
    await page.goto(at('/verify/0198a000-0000-7000-8000-000000000000?language=en'));
    await see(page.getByRole('heading', { name: 'Present the certificate' })).toBeVisible();
    await picture(page, 'verify-nothing');

    const scripted = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    scripted.on('console', (message) => complaints.push(message.text()));
    const sent: (string | null)[] = [];
    scripted.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postData());
    });
    await scripted.goto(at('/verify'));
    await see(
      scripted.getByText('The file is checked in this browser and is not sent.', { exact: false })
    ).toBeVisible();
    const file = (buffer: Buffer) => ({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
    const check = async (buffer: Buffer) => {
      await scripted.getByLabel('Certificate (PDF)').setInputFiles(file(buffer));
      await scripted.getByRole('button', { name: 'Compare' }).click();
    };
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(2000) ^ 1, 2000);
    await check(altered);
    await see(scripted.getByRole('heading', { name: 'The file was altered' })).toBeFocused();
    await expectSound(scripted, 'verify-altered');
    const copy = await fetch(at(`/api/v1/calibrations/${id}/certificate/download`), {
      headers: { authorization: `Bearer ${laboratory.technicianToken}` }
    });
    expect(copy.status).toBe(200);
    await check(Buffer.from(await copy.arrayBuffer()));
    await see(scripted.getByRole('heading', { name: 'The file is a copy signed here' })).toBeVisible();
    await expectSound(scripted, 'verify-copy');
    await check(bytes);
    await see(scripted.getByRole('heading', { name: 'The file is the original' })).toBeVisible();
    await see(scripted.getByRole('heading', { name: /Valid$/ })).toBeVisible();
    await expectSound(scripted, 'verify-original');
    expect(sent).toHaveLength(3);
    for (const posted of sent) expect(posted?.length).toBeLessThan(1000);

    // With proofs for later, dropped on the page: checked here, known by its hash, its time stamps named.
    await scripted.goto(at('/verify'));
    const proven = await withProofs(id);
    await drop(scripted, proven);
    await see(scripted.getByRole('heading', { name: 'The file is the original' })).toBeFocused();
    await see(scripted.getByText('with proofs that this installation has added to it')).toBeVisible();
    await see(scripted.getByText('a time stamp over them (PAdES B-LTA)')).toBeVisible();
    const stamps = scripted.locator('[data-stamp]');
    await see(stamps).toHaveCount(2);
    await see(stamps.first()).toContainText(/A time stamp by stamps-of-the-test of .+ UTC covers the whole file/);
    await see(stamps.last()).toContainText('Decide for yourself whether you trust the time-stamping authority.');
    for (const hash of [hashOf(bytes), hashOf(proven)]) await see(scripted.getByText(hash)).toBeVisible();
    await expectSound(scripted, 'verify-proven');
    expect(sent.at(-1)?.length).toBeLessThan(4000);
    await scripted.goto(at('/verify'));
    await drop(scripted, Buffer.concat([proven, Buffer.from('\n%%EOF')]));
    await see(scripted.getByRole('heading', { name: 'The file was altered' })).toBeFocused();
    await browser.close();
    expect(complaints).toEqual([]);
  }
);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A file that was signed, proven and stamped twice, as one that the server has added to a certificate since it was issued. */
async function withProofs(calibrationId: string): Promise<Buffer> {
  const authority = await startProofAuthority();
  try {
    await authority.stampWith('stamps-of-the-test');
    const { timeStamps } = authority;
    const key = await authority.signer('laboratory', ['ocsp']);
    let { pdf } = await issueCertificatePdf(facts, { ...key, signerName: 'A laboratory', timeStamps });
    const sources = { ask: createAskAddress({ allowPrivate: true }), ownList: async () => null };
    for (let i = 0; i < 2; i++) pdf = (await extendPdf(pdf, timeStamps, sources, new Date())).pdf ?? pdf;
    await execute(
      inject('databaseUrl'),
      `INSERT INTO certificate_revisions (calibration_id, number, level, sha256, object_key, bytes, made_at)
       VALUES ($1, 1, 'B-LTA', $2, 'certificates/of-a-test', $3, now())`,
      [calibrationId, hashOf(pdf), pdf.length]
    );
    return Buffer.from(pdf);
  } finally {
    await authority.stop();
  }
}

/** As a hand drops a file on the form. */
const drop = (page: Page, bytes: Buffer) =>
  page.evaluate((base64) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([content], 'certificate.pdf', { type: 'application/pdf' }));
    document.querySelector('form')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  }, bytes.toString('base64'));
