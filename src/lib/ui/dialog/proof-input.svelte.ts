import { sixDigits } from '../form/six-digits.ts';

/** How somebody proves who they are. */
export type Way = 'password' | 'code' | 'passkey';
/** What was typed; the passkey is asked for after it. */
export type TypedProof = { readonly password: string } | { readonly code: string } | 'passkey';

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
    return this.way !== 'passkey' && this[this.way] === '';
  }
  /** Null if something is missing, which the fields then show. */
  submit(): TypedProof | null {
    this.tried = true;
    if (this.way === 'passkey') return 'passkey';
    if (this.way === 'password') return this.password === '' ? null : { password: this.password };
    const code = sixDigits(this.code);
    return code === null ? null : { code };
  }
}
