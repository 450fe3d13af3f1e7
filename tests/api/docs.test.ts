import { expect, inject, test } from 'vitest';
import { endpoints } from '#lib/contracts/endpoints.ts';
import { PERMISSIONS } from '#lib/laboratory/permissions.ts';
import { VERSION } from '../../src/commands/version.ts';

test('the reference shows every operation, takes nothing from elsewhere and runs no script but the theme', async () => {
  const answer = await fetch(`${inject('baseUrl')}/api/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await answer.text();
  for (const name of Object.keys(endpoints)) expect(html).toContain(`id="${name}"`);
  expect(html).toContain(VERSION);
  expect(html.match(/(?:src|href)="(?!\/|#)[^"]*"/g)).toBeNull();
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/theme.js">']);
});

test('who may do what is shown from the very table that decides it', async () => {
  const html = await (await fetch(`${inject('baseUrl')}/api/docs/permissions`)).text();
  for (const [name, { what }] of Object.entries(PERMISSIONS)) {
    expect(html).toContain(`id="${name}"`);
    expect(html).toContain(what);
  }
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/theme.js">']);
});
