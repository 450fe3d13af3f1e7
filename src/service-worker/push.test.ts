import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#lib/i18n/language.ts';
import { NOTIFICATION_PREFERENCES } from '#lib/records/notifications.ts';
import { messageOf, showPushes, textOf } from './push.ts';
import { PUSH_WORDS } from './push-words.ts';

describe('a pushed message', () => {
  it('is said in the reader’s language, a kind that this version does not know in general words', () => {
    expect(textOf(messageOf('{"about":"calibration_due","language":"de","path":"/"}'))).toBe(
      'Kalibrierungen oder Aufgaben sind fällig.'
    );
    expect(textOf(messageOf('{"about":"constructor","language":"fr","path":"/"}'))).toBe(PUSH_WORDS['fr']?.other);
    expect(textOf(messageOf('{"language":"toString"}'))).toBe(PUSH_WORDS['en']?.other);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'opens no page outside of the app: %s',
    (path) => {
      expect(messageOf(JSON.stringify({ about: 'other', language: 'en', path })).path).toBe('/notifications');
    }
  );

  it('that cannot be read is shown all the same', () => {
    for (const text of [undefined, '', 'null', '[', '7']) expect(textOf(messageOf(text))).toBe(PUSH_WORDS['en']?.other);
  });

  it('has words for every preference in every language', () => {
    expect(Object.keys(PUSH_WORDS).sort()).toEqual([...LANGUAGES].sort());
    for (const words of Object.values(PUSH_WORDS)) {
      for (const preference of NOTIFICATION_PREFERENCES) expect(words).toHaveProperty(preference);
    }
  });
});

/** As a browser does it: tells the worker of an event, and waits for what the worker has asked it to wait for. */
function startWorker(windows: readonly FakeWindow[]) {
  const hears = new Map<string, (event: object) => void>();
  const shown: { readonly title: string; readonly options: NotificationOptions }[] = [];
  const opened: string[] = [];
  const worker = {
    addEventListener: (type: string, hear: (event: object) => void) => hears.set(type, hear),
    location: { origin: 'https://lab.example' },
    registration: {
      showNotification: (title: string, options: NotificationOptions) => Promise.resolve(shown.push({ title, options }))
    },
    clients: {
      matchAll: ({ type }: { readonly type: string }) => Promise.resolve(type === 'window' ? windows : []),
      openWindow: (url: string) => Promise.resolve(opened.push(url))
    }
  };
  showPushes(worker as unknown as ServiceWorkerGlobalScope);
  const tell = async (type: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    hears.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    expect(waits).toHaveLength(1);
    await Promise.all(waits);
  };
  return {
    shown,
    opened,
    push: (text?: string) => tell('push', { data: text === undefined ? null : { text: () => text } }),
    click: async (data: unknown) => {
      let isClosed = false;
      await tell('notificationclick', { notification: { data, close: () => (isClosed = true) } });
      expect(isClosed).toBe(true);
    }
  };
}
type FakeWindow = { readonly navigate: (url: string) => Promise<{ focus: () => void } | null> };
const DUE = JSON.stringify({ about: 'calibration_due', language: 'fr', path: '/assets/TT-031' });

describe('a push message that the worker receives', () => {
  it('is shown in the reader’s language, once for each page, and keeps where it leads', async () => {
    const worker = startWorker([]);
    await worker.push(DUE);
    await worker.push();
    expect(worker.shown).toMatchObject([
      {
        title: 'Plumbline',
        options: {
          body: PUSH_WORDS['fr']?.['calibration_due'],
          lang: 'fr',
          tag: '/assets/TT-031',
          data: '/assets/TT-031'
        }
      },
      { title: 'Plumbline', options: { body: PUSH_WORDS['en']?.other, lang: 'en', data: '/notifications' } }
    ]);
  });

  it('leads to its page in the window that is open', async () => {
    const went: string[] = [];
    let focused = 0;
    const worker = startWorker([
      {
        navigate: (url) => {
          went.push(url);
          return Promise.resolve({ focus: () => (focused += 1) });
        }
      }
    ]);
    await worker.push(DUE);
    await worker.click(worker.shown[0]?.options.data);
    expect({ went, focused, opened: worker.opened }).toEqual({
      went: ['https://lab.example/assets/TT-031'],
      focused: 1,
      opened: []
    });
  });

  it.each([
    ['none is open', []],
    ['the one that is open cannot leave its page', [{ navigate: () => Promise.reject(new TypeError('refused')) }]]
  ])('opens a window where %s', async (_, windows) => {
    const worker = startWorker(windows);
    await worker.push(DUE);
    await worker.click(worker.shown[0]?.options.data);
    expect(worker.opened).toEqual(['https://lab.example/assets/TT-031']);
  });
});
