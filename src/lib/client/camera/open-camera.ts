/** Why there is no picture; each has its words. */
export type CameraFault = 'insecure' | 'refused' | 'absent' | 'in_use' | 'failed';
export type Camera = {
  readonly stream: MediaStream;
  readonly hasTorch: boolean;
  readonly light: (on: boolean) => Promise<void>;
  /** Called when the device takes the camera away. */
  onlost: () => void;
  readonly stop: () => void;
};

type TorchTrack = { readonly torch?: boolean };

/** The camera on the back, where there are two. @throws CameraError */
export async function openCamera(): Promise<Camera> {
  // Browsers show cameras to pages over https (or of this machine) alone.
  if (!isSecureContext || !('mediaDevices' in navigator)) throw new CameraError('insecure');
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } }
    });
  } catch (thrown) {
    throw new CameraError(FAULTS[(thrown as DOMException).name] ?? 'failed');
  }
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new CameraError('absent');
  const camera: Camera = {
    stream,
    hasTorch: 'getCapabilities' in track && (track.getCapabilities() as TorchTrack).torch === true,
    light: (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }),
    onlost: () => undefined,
    stop: () => stream.getTracks().forEach((each) => each.stop())
  };
  track.addEventListener('ended', () => camera.onlost());
  return camera;
}

/** True where the person has said yes before: nobody is asked anything by opening a screen. */
export async function mayOpenUnasked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
}

const FAULTS: Readonly<Record<string, CameraFault | undefined>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'in_use',
  AbortError: 'in_use'
};

export class CameraError extends Error {
  override readonly name = 'CameraError';
  constructor(readonly fault: CameraFault) {
    super(`The camera cannot be used: ${fault}.`);
  }
}
