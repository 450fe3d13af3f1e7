/** Passkeys (WebAuthn); the only user of SimpleWebAuthn on the server. Each verifies the person, and is found without an address. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse
} from '@simplewebauthn/server';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import type { PasskeyRegistration } from '#lib/contracts/passkeys.ts';
import type { CredentialRow, KnownCredential } from '#lib/server/db/passkeys.ts';

/** Answers to the same options are accepted for so long. */
export const PASSKEY_SECONDS = 300;
const timeout = PASSKEY_SECONDS * 1000;

/** What a passkey is bound to: the name of the host, whatever the port. */
const rpIdOf = (origin: string): string => new URL(origin).hostname;
/** By which an authenticator knows the account; it is given back when signing in. */
const handleOf = (userId: string) => new TextEncoder().encode(userId);
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

type Options = Readonly<Record<string, unknown>>;
type Asked = { readonly origin: string; /** Base64url. */ readonly challenge: string };

/** For `navigator.credentials.create()`. @param known of the same person: an authenticator does not make a second one */
export const creationOptions = async (
  { origin, challenge }: Asked,
  person: { readonly id: string; readonly email: string; readonly full_name: string },
  known: readonly KnownCredential[]
): Promise<Options> => ({
  ...(await generateRegistrationOptions({
    rpName: 'Plumbline',
    rpID: rpIdOf(origin),
    userID: handleOf(person.id),
    userName: person.email,
    userDisplayName: person.full_name,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  }))
});

/** For `navigator.credentials.get()`. @param known of the person, if it is known who it is */
export const requestOptions = async (
  { origin, challenge }: Asked,
  known: readonly KnownCredential[] = []
): Promise<Options> => ({
  ...(await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: bytesOf(challenge),
    timeout,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(describe) })
  }))
});

const describe = ({ credential_id, transports }: KnownCredential) => ({
  id: credential_id,
  transports: [...transports]
});

/** What is kept of a new passkey; null if the answer is not one to this challenge, for this address, by a verified person. */
export async function verifyRegistration(
  { origin, challenge }: Asked,
  { id, response }: PasskeyRegistration
): Promise<Omit<CredentialRow, 'id' | 'user_id'> | null> {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {}
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true
    })
  );
  if (verified?.verified !== true) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports,
    is_synced: credentialBackedUp
  };
}

/**
 * What has changed of a passkey by its use; null if the answer is not one to this challenge, for this address, of this key, by a verified
 * person, or if it counts no further than the last: then a copy of the key may be about.
 */
export async function verifyAnswer(
  { origin, challenge }: Asked,
  { id, response }: PasskeyAnswer,
  { user_id, credential_id, public_key, sign_count }: CredentialRow
): Promise<Pick<CredentialRow, 'sign_count' | 'is_synced'> | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(user_id))) return null;
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {}
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id: credential_id, publicKey: bytesOf(public_key), counter: sign_count },
      requireUserVerification: true
    })
  );
  if (verified?.verified !== true) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { sign_count: newCounter, is_synced: credentialBackedUp };
}

/** The challenge that an answer claims to be for; null if it claims none. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Whatever is wrong with an answer is thrown as an error without a kind. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
