import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';

/** The stored certificate of a calibration, as it is opened and shown, and whether the server has said that it is lost. */
export class IssuedFile {
  readonly #of: () => { readonly id: string; readonly isIssued: boolean };
  #lostOf = $state('');
  readonly lost = $derived.by(() => this.#of().isIssued && this.#lostOf === this.#of().id);

  constructor(of: () => { readonly id: string; readonly isIssued: boolean }) {
    this.#of = of;
  }

  async open(): Promise<void> {
    const url = await this.#address();
    if (url === null) return;
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank', rel: 'noopener' });
    link.click();
  }

  /** `null` where it is lost, or can only be opened elsewhere: storage of another origin is reached by a link alone. */
  fetch = async (): Promise<Blob | null> => {
    const url = await this.#address();
    const address = url === null ? null : new URL(url, location.href);
    if (address?.origin !== location.origin) return null;
    const answer = await fetch(address);
    return answer.ok ? answer.blob() : null;
  };

  async reissue(reason: string): Promise<void> {
    await call('reissueCertificate', { params: { id: this.#of().id }, body: { reason } });
    this.#lostOf = '';
  }

  /** Of an issued certificate, nothing fails but its file. */
  async #address(): Promise<string | null> {
    const { id, isIssued } = this.#of();
    try {
      return (await call('getCertificate', { params: { id } })).url;
    } catch (error) {
      if (!isIssued || !(error instanceof ApiError) || error.code !== 'certificate_failed') throw error;
      this.#lostOf = id;
      return null;
    }
  }
}
