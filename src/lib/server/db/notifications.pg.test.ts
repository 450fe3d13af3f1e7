import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTIFICATION_CATEGORIES, NOTIFICATION_PREFERENCES, OF_READERS } from '#lib/records/notifications.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const textsIn = (expression: string) => [...expression.matchAll(/'(\w+)'::text/g)].map(([, text]) => text);

test.each([
  ['notifications_category_check', NOTIFICATION_CATEGORIES],
  ['notification_preferences_category_check', NOTIFICATION_PREFERENCES]
])('%s lets in what the program knows of, and nothing else', async (name, known) => {
  const { rows } = await execute(
    database.url,
    'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1',
    [name]
  );
  expect(textsIn(String(rows[0]?.rule)).sort()).toEqual([...known].sort());
});

test('who may no longer see an organization still reads what the program calls told of its reader', async () => {
  const { rows } = await execute(
    database.url,
    `SELECT qual FROM pg_policies WHERE tablename = 'notifications' AND policyname = 'own'`
  );
  const kept = [...String(rows[0]?.qual).matchAll(/category = '(\w+)'::text/g)].map(([, category]) => category);
  expect(kept).toEqual(OF_READERS);
});
