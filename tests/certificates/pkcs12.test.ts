/** An organization's own certificate, as programs export it: what signs is taken, what cannot sign is refused by its reason. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPkcs12 } from '#lib/server/certificates/pkcs12/open-pkcs12.ts';
import { Pkcs12Fault } from '#lib/server/certificates/pkcs12/pkcs12-fault.ts';
import { usableCertificate } from '#lib/server/certificates/pkcs12/usable-certificate.ts';
import { SIGNING, startAuthority, type Authority } from './openssl-authority.ts';
import { depth } from '../support/depth.ts';

const PASSWORD = 'Größe ₣ 7';
const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const WEAK = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'];
let authority: Authority;

type Packing = {
  readonly chain?: readonly string[];
  readonly options?: readonly string[];
  readonly key?: string;
  readonly password?: string;
};
async function pack(
  name: string,
  { chain = ['middle', 'root'], options = [], key = name, password = PASSWORD }: Packing = {}
) {
  const { path, openssl, read } = authority;
  const above = await Promise.all(chain.map((one) => read(`${one}.pem`)));
  await writeFile(path('chain.pem'), Buffer.concat(above));
  await openssl(
    ...['pkcs12', '-export', '-in', path(`${name}.pem`), '-passout', `pass:${password}`, '-out', path('packed.p12')],
    ...(options.includes('-nokeys') ? [] : ['-inkey', path(`${key}.key`)]),
    ...(chain.length > 0 ? ['-certfile', path('chain.pem')] : []),
    ...options
  );
  return read('packed.p12');
}
const take = async (file: Uint8Array, password = PASSWORD, day = new Date()) =>
  usableCertificate(await openPkcs12(file, password), day);
const reasonOf = async (file: Uint8Array, password = PASSWORD, day = new Date()) =>
  take(file, password, day).then(
    () => 'taken',
    (thrown: unknown) => (thrown instanceof Pkcs12Fault ? thrown.reason : String(thrown))
  );

beforeAll(async () => {
  authority = await startAuthority();
  await authority.issue('laboratory', { issuer: 'middle', extensions: SIGNING });
}, 60_000);
afterAll(() => authority.stop());

describe('a PKCS#12 file', () => {
  it.each<[string, readonly string[]]>([
    ['of OpenSSL today (AES-256, SHA-256)', []],
    ['of Windows and older programs (3DES, RC2, SHA-1)', ['-legacy']],
    ['whose certificates are not encrypted', ['-certpbe', 'NONE']],
    ['with SHA-512 in its code and many rounds', ['-macalg', 'sha512', '-iter', '60000']],
    ['without a code of its own', ['-nomac']],
    ['with 3DES alone', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']]
  ])('%s is taken with its key and its whole chain', async (_, options) => {
    const { privateKey, certificate, chain } = await take(await pack('laboratory', { options }));
    expect(privateKey.equals(createPrivateKey(await authority.read('laboratory.key')))).toBe(true);
    const raws = [certificate, ...chain].map(({ raw }) => raw.toString('hex'));
    const expected = await Promise.all(['laboratory', 'middle', 'root'].map((name) => authority.read(`${name}.pem`)));
    expect(raws).toEqual(expected.map((pem) => new X509Certificate(pem).raw.toString('hex')));
  });

  it('with an empty password is taken, and with a wrong one refused', async () => {
    const open = await pack('laboratory', { password: '' });
    expect(await reasonOf(open, '')).toBe('taken');
    const closed = await pack('laboratory');
    for (const wrong of ['', 'Größe', `${PASSWORD} `]) expect(await reasonOf(closed, wrong)).toBe('wrong_password');
    expect(await reasonOf(await pack('laboratory', { options: ['-nomac'] }), 'wrong')).toBe('wrong_password');
  });

  it('that is self-signed is taken', async () => {
    await authority.issue('alone', { issuer: null, extensions: SIGNING });
    expect(await reasonOf(await pack('alone', { chain: [] }))).toBe('taken');
  });

  it('that cannot sign documents is refused by its reason', { timeout: 60_000 }, async () => {
    const { issue } = authority;
    const purpose = (name: string) => `${SIGNING}\nextendedKeyUsage = ${name}`;
    await issue('elliptic', { issuer: 'middle', extensions: SIGNING, key: EC });
    await issue('weak', { issuer: 'middle', extensions: SIGNING, key: WEAK });
    await issue('server', { issuer: 'middle', extensions: purpose('serverAuth') });
    await issue('mail', { issuer: 'middle', extensions: purpose('clientAuth, emailProtection') });
    await issue('sealing', { issuer: 'middle', extensions: 'keyUsage = critical, keyEncipherment' });
    await issue('old', { issuer: 'middle', extensions: SIGNING, dates: ['20200101000000Z', '20210101000000Z'] });
    await issue('young', { issuer: 'middle', extensions: SIGNING, dates: ['20900101000000Z', '20910101000000Z'] });
    await issue('sha1', { issuer: 'middle', extensions: SIGNING, digest: 'sha1' });
    const reasons: Record<string, string> = {};
    for (const name of ['elliptic', 'weak', 'server', 'mail', 'sealing', 'old', 'young', 'sha1', 'middle'])
      reasons[name] = await reasonOf(await pack(name, { chain: name === 'middle' ? ['root'] : ['middle', 'root'] }));
    expect(reasons).toEqual({
      elliptic: 'unsupported_key',
      weak: 'weak_key',
      server: 'wrong_usage',
      mail: 'taken',
      sealing: 'wrong_usage',
      old: 'expired',
      young: 'not_yet_valid',
      sha1: 'weak_chain',
      middle: 'wrong_usage'
    });
    expect(await reasonOf(await pack('laboratory', { options: ['-nokeys'] }))).toBe('no_key');
    expect(await reasonOf(await pack('laboratory', { chain: ['root'] }))).toBe('chain_incomplete');
    expect(await reasonOf(await pack('laboratory', { chain: ['middle'] }))).toBe('chain_incomplete');
    const later = new Date(Date.now() + 800 * 86_400_000);
    expect(await reasonOf(await pack('laboratory'), PASSWORD, later)).toBe('expired');
  });

  it('cut, turned or made of anything is refused, never an error of another kind', { timeout: 120_000 }, async () => {
    const file = await pack('laboratory');
    for (const other of [new Uint8Array(), Buffer.from('hello'), file.subarray(0, 700), Buffer.alloc(3000, 0x30)])
      expect(await reasonOf(other)).toBe('unreadable');
    // The bytes of its certificate alone, as people send it by mistake.
    expect(await reasonOf(await authority.read('laboratory.pem'))).toBe('unreadable');
    const known = new Set(['unreadable', 'wrong_password', 'taken', 'unsupported_key']);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(7), async (at, bit) => {
        const turned = Uint8Array.from(file);
        turned[at] = (turned[at] ?? 0) ^ (1 << bit);
        expect(known).toContain(await reasonOf(turned));
      }),
      { numRuns: depth(30, 500) }
    );
  });

  it('that asks for endless rounds is refused at once', async () => {
    const file = await pack('laboratory', { options: ['-iter', '1000000', '-nomac'] });
    // 1 000 000 in three bytes becomes 16 000 000.
    const asked = Buffer.from(
      file.toString('hex').replaceAll('02030f4240', '0203f42400').replaceAll('0203f4', '02037f'),
      'hex'
    );
    expect(asked.equals(file)).toBe(false);
    expect(await reasonOf(asked)).toBe('unreadable');
  });
});
