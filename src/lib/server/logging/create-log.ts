import { pino, stdSerializers, type Logger } from 'pino';

/** Never logged, wherever they occur: credentials and measurements. */
const SECRETS = [
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'challenge',
  'recovery_code',
  'recovery_codes',
  'secret',
  'secretKey',
  'secretKeyBefore',
  'authorization',
  'cookie'
];

/**
 * The service's log: one JSON object a line on standard output.
 * Errors of queries include their values, which may be readings or secrets, so only the statement is logged.
 */
export function createLog(level: string, destination?: { write: (line: string) => void }): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[not logged]' },
      serializers: { err: describeError }
    },
    destination ?? standardOutput()
  );
}

/** Lines that cannot be written, because the disk behind the output is full or its reader is gone, are lost; the process goes on. */
function standardOutput() {
  const output = pino.destination({ dest: 1, sync: false });
  output.on('error', () => undefined);
  return output;
}

function describeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { type, message, stack } = stdSerializers.err(thrown);
  const code = 'code' in thrown ? thrown.code : undefined;
  const sql = 'sql' in thrown ? thrown.sql : undefined;
  const cause = thrown.cause instanceof Error ? describeError(thrown.cause) : undefined;
  return { type, message, stack, ...(code ? { code } : {}), ...(sql ? { sql } : {}), ...(cause ? { cause } : {}) };
}
