import type { Seal } from './sealed-text.ts';

/** How the secret of a person's authenticator app is sealed: it opens for nobody else. */
export const totpSeal = (userId: string): Seal => ({ purpose: 'plumbline totp v1', bound: `totp ${userId}` });
