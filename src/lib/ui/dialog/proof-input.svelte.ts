import { sixDigits } from '../form/six-digits.ts';

/** How somebody proves who they are. */
export type Way = 'password' | 'code' | 'passkey' | 'provider';
/** What was typed; the passkey is asked for after it, and the identity provider on a page of its own. */
export type TypedProof = { readonly password: string } | { readonly code: string } | 'passkey' | 'provider';

/** What a dialog asks for before something sensitive. */
export class ProofInput {
  way = $state<Way>('password');
  password = $state('');
  code = $state('');
  tried = $state(false);

  /** Nothing of an earlier answer remains. */
  begin(ways: readonly Way[]): void {
    this.way = ways[0] ?? 'password';
    this.password = '';
    this.code = '';
    this.tried = false;
  }
  get isEmpty(): boolean {
    return (this.way === 'password' || this.way === 'code') && this[this.way] === '';
  }
  /** Null if something is missing, which the fields then show. */
  submit(): TypedProof | null {
    this.tried = true;
    if (this.way === 'passkey' || this.way === 'provider') return this.way;
    if (this.way === 'password') return this.password === '' ? null : { password: this.password };
    const code = sixDigits(this.code);
    return code === null ? null : { code };
  }
}
