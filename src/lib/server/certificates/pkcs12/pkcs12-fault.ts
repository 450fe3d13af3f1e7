import type { ImportFault } from '#lib/records/signing-certificates.ts';

/** Why a PKCS#12 file cannot be used; the message is for programs and the log. */
export class Pkcs12Fault extends Error {
  override readonly name = 'Pkcs12Fault';
  readonly reason: ImportFault;
  constructor(reason: ImportFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
