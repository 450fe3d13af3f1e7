/** Where the code on a certificate leads, as somebody without an account sees it, with and without script. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page, type Route } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { LARGEST_CERTIFICATE } from '#lib/contracts/verification.ts';
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

const EXPIRED = {
  de: 'Gültig, Signatur abgelaufen',
  fr: 'Valable, signature expirée',
  es: 'Válido, firma caducada',
  en: 'Valid, signature expired'
};

test(
  'a customer without an account or script reads the state, and learns whether the file is the original',
  { timeout: 240_000 },
  async () => {
    const laboratory = await foundLaboratory();
    const body = await calibrationBody(laboratory);
    const { status: recorded, body: calibration } = await laboratory.technician<Calibration>(
      'POST',
      '/calibrations',
      body
    );
    expect(recorded).toBe(201);
    const { id, certificate } = calibration;
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
    await page.goto(at(`/verify/${certificate?.verify_token}`));
    await see(page.getByRole('heading', { name: /Gültig/ })).toBeVisible();
    await picture(page, 'verify-public');
    await page
      .getByLabel(/Kalibrierschein/)
      .setInputFiles({ name: 'Prüfung <b>7</b>.pdf', mimeType: 'application/pdf', buffer: bytes });
    await page.getByRole('button', { name: 'Vergleichen' }).click();
    await see(page.getByRole('heading', { name: 'Die Datei ist das Original' })).toBeVisible();
    await see(shownOn(page, 'Datei Prüfung <b>7</b>.pdf')).toHaveCount(1);
    // The server was sent it.
    await see(page.getByText('in diesem Browser geprüft', { exact: false })).toBeHidden();
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
    const keptHere = scripted.getByText('The file is checked in this browser and is not sent.', { exact: false });
    const check = async (name: string, buffer: Buffer) => {
      await scripted
        .getByLabel('Certificate (PDF)')
        .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer });
      await scripted.getByRole('button', { name: 'Compare' }).click();
    };
    const checked = async (name: string) => {
      await see(shownOn(scripted, `File ${name}.pdf`)).toHaveCount(1);
      await see(keptHere.filter({ visible: true })).toHaveCount(1);
    };
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(2000) ^ 1, 2000);
    await check('altered', altered);
    await see(scripted.getByRole('heading', { name: 'The file was altered' })).toBeFocused();
    await checked('altered');
    await expectSound(scripted, 'verify-altered');
    const copy = await fetch(at(`/api/v1/calibrations/${id}/certificate/download`), {
      headers: { authorization: `Bearer ${laboratory.technicianToken}` }
    });
    expect(copy.status).toBe(200);
    await check('copy', Buffer.from(await copy.arrayBuffer()));
    await see(scripted.getByRole('heading', { name: 'The file is a copy signed here' })).toBeVisible();
    await checked('copy');
    await expectSound(scripted, 'verify-copy');
    await check('original', bytes);
    await see(scripted.getByRole('heading', { name: 'The file is the original' })).toBeVisible();
    await see(scripted.getByRole('heading', { name: /Valid$/ })).toBeVisible();
    await checked('original');
    await expectSound(scripted, 'verify-original');
    expect(sent).toHaveLength(3);
    for (const posted of sent) {
      expect(posted?.length).toBeLessThan(1000);
      expect(posted).not.toMatch(/(altered|copy|original)\.pdf/);
    }

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

    // Fifteen years on, if nobody renewed them.
    await execute(
      inject('databaseUrl'),
      `UPDATE certificate_proofs SET holds_until = now() - interval '1 day' WHERE calibration_id = $1`,
      [id]
    );
    for (const [language, heading] of Object.entries(EXPIRED)) {
      await scripted.goto(at(`/verify/${certificate?.verify_token}?language=${language}`));
      await see(scripted.getByRole('heading', { name: heading })).toBeVisible();
      await expectSound(scripted, `verify-expired-${language}`);
    }
    await browser.close();
    expect(complaints).toEqual([]);
  }
);

test(
  'a check that fails says of which file and what to do, and the file is sent only where the person was told so',
  { timeout: 240_000 },
  async () => {
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking']
    });
    const buffer = Buffer.from('%PDF-1.7 as it came by mail');
    const choose = async (page: Page, name: string) => {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
      await page.locator('form button').click();
    };
    const failed = (page: Page) => page.locator('[data-failed]');

    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers()['content-type'] ?? null);
    });
    await page.goto(at('/verify'));
    await choose(page, 'first.pdf');
    await see(page.getByRole('heading', { name: 'The file is not the original' })).toBeFocused();
    // Without a network, and with a gateway that answers instead of the server.
    for (const [name, meet] of [
      ['no-network.pdf', (route: Route) => route.abort()],
      ['gateway.pdf', (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<main>502' })]
    ] as const) {
      await page.route('**/verify?*', meet);
      await choose(page, name);
      await see(page.getByRole('heading', { name: 'The check failed' })).toBeFocused();
      await see(failed(page)).toContainText(`File ${name}`);
      await see(failed(page).getByText('The server does not answer.', { exact: false })).toBeVisible();
      await see(page.getByRole('heading', { name: 'The file is not the original' })).toHaveCount(0);
      await page.unroute('**/verify?*');
    }
    await expectSound(page, 'verify-unreachable');
    await page.getByRole('button', { name: 'Compare' }).click();
    await see(page.getByRole('heading', { name: 'The file is not the original' })).toBeFocused();
    await see(failed(page)).toBeHidden();
    expect(new Set(sent)).toEqual(new Set(['application/json']));

    // A browser that lacks a hash: nothing is sent before the person presses a second time.
    await page.evaluate(() => {
      crypto.subtle.digest = () => Promise.reject(new Error('not here'));
    });
    sent.length = 0;
    await choose(page, 'odd.pdf');
    await see(failed(page).getByText('This browser cannot check the file.', { exact: false })).toBeVisible();
    await see(page.getByText('The file is sent to the server, compared, and not stored.')).toBeVisible();
    await see(page.getByText('The file is checked in this browser', { exact: false })).toBeHidden();
    await expectSound(page, 'verify-uncheckable');
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Compare' }).click();
    await see(page.getByRole('heading', { name: 'The file is not the original' })).toBeVisible();
    await see(shownOn(page, 'File odd.pdf')).toHaveCount(1);
    expect(sent).toEqual([expect.stringContaining('multipart/form-data')]);

    // Without script, the server says it, in the reader's language.
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'es-ES' });
    const server = await plain.newPage();
    await server.goto(at('/verify'));
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-large-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const large = join(folder, 'enorme.pdf');
    await writeFile(large, '');
    await truncate(large, LARGEST_CERTIFICATE + 1);
    await server.locator('input[type=file]').setInputFiles(large);
    await server.locator('form button').click();
    await see(server.getByRole('heading', { name: 'No se pudo comprobar' })).toBeVisible();
    await see(failed(server)).toContainText('El archivo ocupa más de 20 MB');
    await browser.close();
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

/** What hidden parts of the page say does not count. */
const shownOn = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });

/** As a hand drops a file on the form. */
const drop = (page: Page, bytes: Buffer) =>
  page.evaluate((base64) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([content], 'certificate.pdf', { type: 'application/pdf' }));
    document.querySelector('form')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  }, bytes.toString('base64'));
