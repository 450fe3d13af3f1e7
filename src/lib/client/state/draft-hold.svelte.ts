/**
 * Which tab writes a draft: one at a time. Another tab that opens it shows this, and takes it over on request; the
 * previous one stores its input before it releases the draft. If the browser has no locks (plain http), the last tab
 * that opened it has it.
 */
import { device } from '../database/device.ts';
import { drafts } from './drafts.svelte.ts';

/** A tab that does not answer for this long is frozen or gone: its input was stored when it left the screen. */
const PATIENCE_MS = 3000;
type Message = { readonly type: 'hand_over'; readonly key: string };

export class DraftHold {
  state = $state<'asking' | 'mine' | 'elsewhere'>('asking');
  /** Stores the input; called before the draft is handed over. */
  onrelease: () => Promise<void> = async () => {};
  #release: () => void = () => {};
  #channel: BroadcastChannel | null = null;
  #over = false;

  constructor(readonly key: string) {
    void this.#open();
  }

  /** Takes the draft from the tab that has it. */
  async take(): Promise<void> {
    this.state = 'asking';
    const handedOver = AbortSignal.timeout(PATIENCE_MS);
    this.#channel?.postMessage({ type: 'hand_over', key: this.key } satisfies Message);
    const isLocked = await this.#lock({ signal: handedOver }).catch(() => this.#lock({ steal: true }));
    if (isLocked) await this.#taken();
  }

  /** The disk has refused a change: another tab has the draft. */
  readonly lost = (): void => {
    if (this.state === 'mine') this.state = 'elsewhere';
  };

  end(): void {
    this.#over = true;
    this.#channel?.close();
    this.#release();
  }

  async #open(): Promise<void> {
    const { userId } = await device();
    if (this.#over) return;
    this.#channel = new BroadcastChannel(`plumbline-drafts-${userId}`);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'hand_over' && data.key === this.key && this.state === 'mine') void this.#handOver();
    };
    if (await this.#lock({ ifAvailable: true })) await this.#taken();
    else this.state = 'elsewhere';
  }

  async #taken(): Promise<void> {
    // A full disk must not hide the numbers; typing says that it cannot be stored.
    await drafts.take(this.key).catch(() => {});
    if (!this.#over) this.state = 'mine';
  }

  async #handOver(): Promise<void> {
    await this.onrelease().catch(() => {});
    this.state = 'elsewhere';
    this.#release();
  }

  /**
   * True once this tab has the lock, which it keeps until it releases it or another takes it; false if it is not
   * available.
   */
  #lock(options: LockOptions): Promise<boolean> {
    if (navigator.locks === undefined) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const keep = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock === null || this.#over ? undefined : new Promise<void>((done) => (this.#release = done));
      };
      navigator.locks.request(`plumbline-draft-${this.key}`, options, keep).catch((error: unknown) => {
        this.lost();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}
