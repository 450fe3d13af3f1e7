import { call } from '../api/call.ts';

/** What stands in the way of notifications on this device; `install`: on iOS, the app must be on the home screen first. */
export type PushObstacle = 'unsupported' | 'install' | 'denied';

export function pushObstacle(): PushObstacle | null {
  if (!('PushManager' in window) || !('Notification' in window) || !('serviceWorker' in navigator)) {
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'install' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Asks the person, the browser's push service and the server, in this order. @returns whether all agreed */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  // One that was made for other keys cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call('subscribeToPush', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
  return true;
}

export async function turnPushOff(): Promise<void> {
  await call('unsubscribeFromPush', {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
