/** What people do with accounts, step by step, in a browser and by the API. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { apiOf } from './api.ts';
import { see } from './see.ts';
import type { TestSmtp } from './smtp-server.ts';

export const PASSWORD = 'a plumb line hangs true';

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

export async function register(page: Page, baseUrl: string, fullName: string, email: string): Promise<void> {
  await page.goto(`${baseUrl}/register`);
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Create account');
}

/** Ends where somebody without an asset does: at the first steps. */
export async function signIn(page: Page, baseUrl: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
  await see(page.getByText('Welcome.')).toBeVisible();
}

/** A token as a program would get it. */
export async function tokenOf(baseUrl: string, email: string, password = PASSWORD): Promise<string> {
  const { body } = await apiOf(null, baseUrl)<{ access_token: string }>('POST', '/auth/login', { email, password });
  return body.access_token;
}

/** What the service answers to a token: 200 while it lives, 401 after. */
export const statusWith = async (baseUrl: string, token: string): Promise<number> =>
  (await fetch(`${baseUrl}/api/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** Has the service send its mail to a server of the test's own. */
export async function switchMailOn(baseUrl: string, adminToken: string, { port }: TestSmtp): Promise<void> {
  const settings = { host: '127.0.0.1', port, security: 'none', from_address: 'plumbline@accounts.example' };
  const answer = await apiOf(adminToken, baseUrl)('PUT', '/admin/email-settings', { ...settings, enabled: true });
  expect(answer.status).toBe(200);
}

/** The link in the mail that comes after `count` others. */
export async function linkAfter(smtp: TestSmtp, count: number, baseUrl: string): Promise<string> {
  await see.poll(() => smtp.mails.length, { timeout: 30_000 }).toBeGreaterThan(count);
  const link = /https?:\/\/\S+\?token=[\w-]+/.exec(smtp.mails.at(-1)?.source ?? '')?.[0] ?? '';
  expect(link.startsWith(baseUrl)).toBe(true);
  return link;
}
