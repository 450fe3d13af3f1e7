import { PUSH_WORDS } from './push-words.ts';

/** What the server sends: which kind of thing has happened, the language to say so, and the page to open. */
export type Message = { readonly about: string; readonly language: string; readonly path: string };

/** A message that cannot be read still says that there is something to read: browsers expect each to be shown. */
export function messageOf(text: string | undefined): Message {
  let given: Partial<Record<keyof Message, unknown>> = {};
  try {
    given = (JSON.parse(text ?? '') ?? {}) as typeof given;
  } catch {
    // Shown in general words.
  }
  const { about, language, path } = given;
  return {
    about: typeof about === 'string' ? about : 'other',
    language: typeof language === 'string' && Object.hasOwn(PUSH_WORDS, language) ? language : 'en',
    // Pages of this app alone.
    path: typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/notifications'
  };
}

export function textOf({ about, language }: Message): string {
  const words = PUSH_WORDS[language];
  return (words && Object.hasOwn(words, about) ? words[about] : words?.other) ?? 'Plumbline';
}

/** Shows what is pushed, and opens the page about it where a person chooses it. */
export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = messageOf(event.data?.text());
    event.waitUntil(
      worker.registration.showNotification('Plumbline', {
        body: textOf(message),
        lang: message.language,
        icon: '/icons/plumbline-192.png',
        // Several about one page are one.
        tag: message.path,
        data: message.path
      })
    );
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(worker, String(event.notification.data)));
  });
}

async function openPage({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  const [open] = await clients.matchAll({ type: 'window' });
  // A page on which something is being typed asks before it is left.
  const shown = open && (await open.navigate(url).catch(() => null));
  await (shown ? shown.focus() : clients.openWindow(url));
}
