import { gzipSync } from 'node:zlib';
import { httpTransport } from '#lib/client/sync/http-transport.ts';
import { GZIP, WORTHWHILE_BYTES } from '#lib/server/http/compressed.ts';
import { SyncFailure } from '#sync/client/sync-failure.ts';
import type { PushRequest } from '#sync/protocol/push.ts';
import type { Connect } from '../campaign/device.ts';

/** A push, or a pull if nothing was sent. Without an answer if it failed. */
export type Passed = { readonly sent: PushRequest | null; readonly answer?: unknown };
/** The bytes of a request's body and of its answer's. */
export type Bodies = { readonly sent: number; readonly answered: number };

/** The network of some devices, which can be away. It notes each push and pull. */
export function countedNetwork() {
  let isAway = false;
  let passed: Passed[] = [];
  const connect: Connect = (...given) => {
    const transport = httpTransport(...given);
    const pass = async <T>(sent: PushRequest | null, ask: () => Promise<T>): Promise<T> => {
      if (isAway) throw new SyncFailure('no_answer', 'The network is away.');
      const noted: { sent: PushRequest | null; answer?: T } = { sent };
      passed.push(noted);
      return (noted.answer = await ask());
    };
    return {
      ...transport,
      pull: (...asked) => pass(null, () => transport.pull(...asked)),
      push: (request) => pass(request, () => transport.push(request))
    };
  };
  return {
    connect,
    leave: () => {
      isAway = true;
    },
    /** Everything passes again; what passes from now on is noted. */
    heal: () => {
      isAway = false;
      passed = [];
    },
    passed: (): readonly Passed[] => [...passed]
  };
}

/** As the bodies travelled: what is sent is not compressed, answers are. */
export function bodiesOf({ sent, answer }: Passed): Bodies {
  const answered = Buffer.from(JSON.stringify(answer ?? null));
  return {
    sent: sent === null ? 0 : Buffer.byteLength(JSON.stringify(sent)),
    answered: answered.byteLength < WORTHWHILE_BYTES ? answered.byteLength : gzipSync(answered, GZIP).byteLength
  };
}
