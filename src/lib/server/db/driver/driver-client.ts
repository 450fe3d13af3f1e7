import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import {
  InvalidInputError,
  type DriverClient,
  type DriverClientEventEmitter,
  type DriverCommand,
  type DriverQueryResult,
  type PrimitiveValueExpression
} from 'slonik';
import { beReadOnly } from './be-read-only.ts';
import { isOutdated, preparedStatements } from './prepared-statements.ts';
import { lineError, slonikError } from './slonik-error.ts';

/** A connection that does not confirm its end is cut off after this. */
const LAST_WORDS_MS = 5000;
/** Slonik's statements that begin and end a transaction. */
const START = 'START TRANSACTION';
const COMMIT = 'COMMIT';
const done = (command: string): DriverQueryResult => ({
  command: command as DriverCommand,
  fields: [],
  rowCount: 0,
  rows: []
});

/**
 * A connected `client` as Slonik's pool uses it. The driver that comes with Slonik (47.3) leaks the slot of a
 * connection that breaks during a statement: it waits for that statement, which fails, and never tells the pool. This
 * one tells the pool first, immediately and once, whatever happens to the connection.
 */
export function driverClient(client: pg.Client, idleMs: number): DriverClient {
  const events = new EventEmitter() as DriverClientEventEmitter;
  const id = randomUUID();
  let state: 'IDLE' | 'ACQUIRED' | 'DESTROYED' = 'IDLE';
  let active: Promise<unknown> = Promise.resolve();
  let ended: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const prepared = preparedStatements();
  const { stream } = lineOf(client);
  let corked = 0;
  let onlyReads = false;
  const hold = () => {
    stream.cork();
    corked++;
  };
  /** Delays the beginning of a transaction until its first statement, to save a round trip. */
  const begin = (): DriverQueryResult => {
    hold();
    onlyReads = false;
    // If it fails, the first statement fails with it and reports the error.
    active = client.query(START).catch(() => undefined);
    return done('START');
  };
  /**
   * Ends a transaction that could not write, which needs no confirmation: it is sent with the next one's beginning if that comes at
   * once. If it fails, so does the connection, which reports the error.
   */
  const endReading = (): DriverQueryResult => {
    hold();
    onlyReads = false;
    active = client.query(COMMIT).catch(() => undefined);
    setImmediate(send);
    return done(COMMIT);
  };
  const send = () => {
    for (; corked > 0; corked--) stream.uncork();
  };

  const destroy = (): Promise<void> => {
    if (ended !== null) return ended;
    clearTimeout(idle);
    send();
    state = 'DESTROYED';
    ended = end(client, active);
    events.emit('destroy');
    return ended;
  };
  const isAcquired = () => {
    if (state !== 'ACQUIRED') throw new Error(`Connection terminated: it is ${state}.`);
  };
  // An error without a listener would end the process.
  events.on('error', () => undefined);
  client.on('error', (error) => {
    events.emit('error', lineError(error));
    void destroy();
  });
  client.on('notice', ({ message }) => {
    if (message !== undefined) events.emit('notice', { message });
  });

  return {
    id: () => id,
    state: () => state,
    acquire: () => {
      if (state !== 'IDLE') throw new Error(`A connection that is ${state} cannot be acquired.`);
      clearTimeout(idle);
      state = 'ACQUIRED';
      events.emit('acquire');
    },
    release: async () => {
      // It has just broken: the pool already knows.
      if (state === 'DESTROYED') return;
      isAcquired();
      state = 'IDLE';
      idle = setTimeout(() => void destroy(), idleMs).unref();
      events.emit('release');
    },
    destroy,
    query: async (sql, values) => {
      isAcquired();
      if (sql === START) return begin();
      if (sql === COMMIT && onlyReads) return endReading();
      onlyReads ||= sql.includes(beReadOnly.sql);
      // The extended protocol takes one statement at a time.
      const statement = { ...prepared(sql), text: sql, values: values ?? [], queryMode: 'extended' };
      hold();
      const answer = client.query<Record<string, unknown>>(statement);
      // Statements of one turn are written together.
      process.nextTick(send);
      active = answer.catch(() => undefined);
      return answer.then(resultOf, (thrown: unknown) => {
        // A migration has changed the statement's columns: other connections prepare it again.
        if (isOutdated(thrown)) void destroy();
        throw slonikError(thrown, { sql, values: (values ?? []) as readonly PrimitiveValueExpression[] });
      });
    },
    stream: () => {
      throw new InvalidInputError('Rows are read in pages here, never as a stream.');
    },
    on: events.on.bind(events),
    off: events.off.bind(events),
    removeListener: events.removeListener.bind(events)
  };
}

/** Waits for the current statement, closes the connection, and cuts it off if that takes too long. */
async function end(client: pg.Client, active: Promise<unknown>): Promise<void> {
  const tooLate = new AbortController();
  const farewell = active.then(() => client.end());
  await Promise.race([farewell, pause(LAST_WORDS_MS, undefined, { signal: tooLate.signal, ref: false })]).catch(
    () => undefined
  );
  tooLate.abort();
  lineOf(client).stream.destroy();
}

/** The socket, which is missing in the types of pg. */
const lineOf = (client: pg.Client) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;

function resultOf(answer: pg.QueryResult<Record<string, unknown>>): DriverQueryResult {
  if (Array.isArray(answer)) throw new InvalidInputError('One statement at a time.');
  const { command, fields, rowCount, rows } = answer;
  return {
    command: command as DriverCommand,
    fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeId: dataTypeID })),
    rowCount,
    rows
  };
}
