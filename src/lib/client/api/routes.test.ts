import { expect, test } from 'vitest';
import { endpoints } from '#lib/contracts/endpoints.ts';
import { firstRoutes } from './first-routes.ts';
import { files, routes } from './routes.ts';

test('there is one line for every operation of the contract, and no other', () => {
  const described = Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]);
  expect(routes).toEqual(Object.fromEntries(described));
});

test('the operations that return files are those whose answer has a media type', () => {
  const described = Object.entries(endpoints).filter(([, { answers }]) =>
    Object.values(answers).some((answer) => answer !== null && 'media' in answer)
  );
  expect([...files].sort()).toEqual(described.map(([name]) => name).sort());
});

test('no operation of those that every page carries returns a file', () => {
  expect(Object.keys(firstRoutes).filter((name) => files.has(name as keyof typeof routes))).toEqual([]);
});
