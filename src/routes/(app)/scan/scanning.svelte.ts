import type { Decoder } from '#lib/client/camera/decoder.ts';
import { CameraError, openCamera, type Camera, type CameraFault } from '#lib/client/camera/open-camera.ts';

/** Between two looks: a slow device shall show its picture, too. */
const PAUSE_MS = 120;
/** A code that stays in the picture is read once; away for so long, it counts anew. */
const AWAY_MS = 1500;
/** The first pictures of some cameras cannot be read. */
const FAILURES_BORNE = 30;

/** The camera of the scan screen: opened, looked through, and closed whatever happens in between. */
export class Scanning {
  state = $state<'off' | 'starting' | 'on'>('off');
  fault = $state<CameraFault | null>(null);
  camera = $state.raw<Camera | null>(null);
  light = $state(false);
  readonly #oncode: (text: string) => void;
  #decoder: Decoder | null = null;
  #attempt = 0;
  #last = { text: '', at: 0 };

  constructor(oncode: (text: string) => void) {
    this.#oncode = oncode;
  }

  async start(): Promise<void> {
    this.stop();
    const attempt = this.#attempt;
    this.state = 'starting';
    this.fault = null;
    try {
      const camera = await openCamera();
      // Left while the person was being asked.
      if (attempt !== this.#attempt) return camera.stop();
      camera.onlost = () => this.#fail(attempt, 'in_use');
      this.camera = camera;
      // Fetched on this screen only; the app keeps it for when there is no network.
      const { makeDecoder } = await import('#lib/client/camera/decoder.ts');
      const decoder = await makeDecoder();
      if (attempt !== this.#attempt) return decoder.end();
      this.#decoder = decoder;
      this.state = 'on';
    } catch (thrown) {
      this.#fail(attempt, thrown instanceof CameraError ? thrown.fault : 'failed');
    }
  }

  stop(): void {
    this.#attempt += 1;
    this.camera?.stop();
    this.camera = null;
    this.#decoder?.end();
    this.#decoder = null;
    this.light = false;
    this.state = 'off';
  }

  async toggleLight(): Promise<void> {
    const wanted = !this.light;
    try {
      await this.camera?.light(wanted);
      this.light = wanted;
    } catch {
      // The lamp says by itself that it stayed as it was.
    }
  }

  /** Looks at what the video shows until the camera is stopped. */
  async watch(video: HTMLVideoElement): Promise<void> {
    const attempt = this.#attempt;
    let failures = 0;
    while (attempt === this.#attempt) {
      try {
        if (this.#decoder !== null && video.videoWidth > 0) {
          for (const text of await this.#decoder.read(video)) if (attempt === this.#attempt) this.#see(text);
        }
        failures = 0;
      } catch {
        failures += 1;
        if (failures > FAILURES_BORNE) this.#fail(attempt, 'failed');
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  #see(text: string): void {
    const now = performance.now();
    const isNew = text !== this.#last.text || now - this.#last.at > AWAY_MS;
    this.#last = { text, at: now };
    if (isNew && text !== '') this.#oncode(text);
  }

  #fail(attempt: number, fault: CameraFault): void {
    if (attempt !== this.#attempt) return;
    this.stop();
    this.fault = fault;
  }
}
