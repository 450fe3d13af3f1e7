/** Why there is no picture; each has its message. */
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

/** The rear camera, if there are two. @throws CameraError */
export async function openCamera(): Promise<Camera> {
  // Browsers offer cameras only to pages over https or from this machine.
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

/** True if permission was granted before: opening a screen must not ask for it. */
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
