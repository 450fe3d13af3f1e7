import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a line is JSON with an instant, a level and what was said', () => {
  const [line] = logged((log) => log.child({ requestId: 'r1' }).info({ status: 200 }, 'request'));
  expect(line).toMatchObject({ level: 30, requestId: 'r1', status: 200, msg: 'request' });
  expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test('credentials are never logged, however deeply nested', () => {
  const [line] = logged((log) =>
    log.info({
      password: 'p1',
      body: { password: 'p2', token: 'p3' },
      request: { headers: { authorization: 'Bearer p4' } }
    })
  );
  expect(JSON.stringify(line)).not.toMatch(/p[1-4]/);
});

test('of a failed query the statement is written, not the values that it carried', () => {
  const failed = Object.assign(new Error('duplicate key'), {
    code: '23505',
    sql: 'INSERT INTO passwords VALUES ($1)',
    values: ['$argon2id$secret'],
    detail: 'Key (email)=(somebody@b.example) already exists.'
  });
  const [line] = logged((log) => log.error({ err: new Error('registering failed', { cause: failed }) }, 'failed'));
  const text = JSON.stringify(line);
  expect(text).toContain('INSERT INTO passwords');
  expect(text).toContain('23505');
  expect(text).not.toContain('argon2id$secret');
  expect(text).not.toContain('somebody@b.example');
});
