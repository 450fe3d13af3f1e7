// cspell:ignore BTBZ Rnbzlw
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { areDeviceKeys, encryptPush } from './encrypt-push.ts';
import { newVapidKeys, vapidAuthorization, vapidOf } from './vapid.ts';

describe('encryptPush', () => {
  it('gives the bytes of RFC 8291, appendix A', () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg'
    };
    const encrypted = encryptPush('When I grow up, I want to be a watermelon', keys, {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    });
    expect(encrypted.toString('base64url')).toBe(
      // cspell:disable-next-line
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    );
    expect(areDeviceKeys(keys)).toBe(true);
  });

  it('takes no key that is off the curve, and no secret of another length', () => {
    const { publicKey } = newVapidKeys();
    const auth = Buffer.alloc(16).toString('base64url');
    expect(areDeviceKeys({ p256dh: publicKey, auth })).toBe(true);
    expect(areDeviceKeys({ p256dh: publicKey, auth: auth.slice(4) })).toBe(false);
    const off = Buffer.from(publicKey, 'base64url');
    off[64] = (off[64] ?? 0) ^ 1;
    expect(areDeviceKeys({ p256dh: off.toString('base64url'), auth })).toBe(false);
  });
});

describe('vapidAuthorization', () => {
  it('is a token for the service alone, signed by the key that browsers were given (RFC 8292)', () => {
    const keys = newVapidKeys();
    const now = new Date('2026-11-24T12:00:00Z');
    const vapid = vapidOf({ ...keys, subject: 'mailto:office@laboratory.example' });
    const header = vapidAuthorization(vapid, 'https://push.example/send/abc', now);
    const [, token = '', k] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
    expect(k).toBe(keys.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      aud: 'https://push.example',
      exp: now.getTime() / 1000 + 43_200,
      sub: 'mailto:office@laboratory.example'
    });
    const point = Buffer.from(keys.publicKey, 'base64url');
    const half = (from: number) => point.subarray(from, from + 32).toString('base64url');
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, format: 'jwk' });
    const verified = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url')
    );
    expect(verified).toBe(true);
  });

  it('refuses keys that do not belong together', () => {
    const [{ publicKey }, { privateKey }] = [newVapidKeys(), newVapidKeys()];
    expect(() => vapidOf({ publicKey, privateKey, subject: 'mailto:a@b.example' })).toThrow('does not belong');
  });
});
