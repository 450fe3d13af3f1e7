/** Passkeys of this browser; the only user of SimpleWebAuthn here. Import it when one is asked for. */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON
} from '@simplewebauthn/browser';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import type { PasskeyRegistration } from '#lib/contracts/passkeys.ts';

type Options = Readonly<Record<string, unknown>>;

/** No passkey came of it; screens explain it as a refusal of the server. */
export class PasskeyFailed extends Error {
  override readonly name = 'PasskeyFailed';
  readonly issues = [];
  readonly detail: string;
  constructor(readonly code: 'passkey_not_given' | 'passkey_known' | 'passkeys_unavailable') {
    super(code);
    this.detail = code;
  }
}

/** Has the person make a passkey. @throws PasskeyFailed */
export const makePasskey = (options: Options): Promise<PasskeyRegistration> =>
  explained(async () => {
    const { id, response } = await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON
    });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
  });

/** Has the person use a passkey. @throws PasskeyFailed */
export const askPasskey = (options: Options): Promise<PasskeyAnswer> =>
  explained(async () => {
    return answerOf(
      await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
    );
  });

/** As the server takes it. */
function answerOf({ id, response }: AuthenticationResponseJSON): PasskeyAnswer {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
}

/** Whether this browser can offer passkeys among what it fills in. */
export const offersPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** The passkey that the person chooses in the field of the address; null where they sign in another way. */
export async function suggestPasskey(options: Options): Promise<PasskeyAnswer | null> {
  const answered = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: true
  }).catch(() => null);
  return answered === null ? null : answerOf(answered);
}

/** Asks for none any more. */
export const stopSuggesting = (): void => WebAuthnAbortService.cancelCeremony();

async function explained<T>(work: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new PasskeyFailed('passkeys_unavailable');
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
      throw new PasskeyFailed('passkey_known');
    }
    // An address without a host name, or that is not the one the server was given.
    const isElsewhere = error instanceof Error && error.name === 'SecurityError';
    throw new PasskeyFailed(isElsewhere ? 'passkeys_unavailable' : 'passkey_not_given');
  }
}
