/**
 * On the verification page, where the browser can: the file is checked here and stays here; only its hash, and what was found in it, are
 * sent. Without this script the form sends the file.
 */
import type { FileCheck } from '#lib/contracts/verification.ts';
import { hex } from '#lib/numbers/hex.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';

type Found = { readonly sha256: string; readonly checked: FileCheck };
type Failure = 'unreachable' | 'uncheckable';

function begin(): void {
  const form = document.querySelector('form');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  // Browsers have it in secure contexts alone.
  if (!form || !input || !('subtle' in crypto)) return;
  sayWhereItIsChecked('here');
  /** What the browser cannot check is sent where the person presses once more, told that it will be. */
  let isSent = false;
  const look = (file: File | undefined) => {
    if (!file || form.hasAttribute('aria-busy')) return;
    form.setAttribute('aria-busy', 'true');
    void lookAt(form, file).then((failure) => {
      form.removeAttribute('aria-busy');
      if (failure === null) return;
      isSent = failure === 'uncheckable';
      sayWhereItIsChecked(isSent ? 'server' : 'here');
      showFailure(failure, file.name);
    });
  };
  form.addEventListener('submit', (event) => {
    if (isSent) return;
    event.preventDefault();
    look(input.files?.[0]);
  });
  // Another file may be one that the browser can check.
  input.addEventListener('change', () => {
    isSent = false;
    sayWhereItIsChecked('here');
  });
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    const files = event.dataTransfer?.files;
    if (files?.length !== 1) return;
    input.files = files;
    isSent = false;
    look(files[0]);
  });
}

/** Shows the result, or what the server has said instead. @returns why there is neither */
async function lookAt(form: HTMLFormElement, file: File): Promise<Failure | null> {
  const found = await findIn(file).catch(() => null);
  if (found === null) return 'uncheckable';
  const page = await ask(form.action, found).catch(() => null);
  if (page === null) return 'unreachable';
  document.querySelector('main')?.replaceWith(page);
  begin();
  sayWhereItIsChecked('here');
  nameFile(file.name);
  focusFirst(page);
  return null;
}

async function findIn(file: File): Promise<Found> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  return { sha256, checked: await checkFile(bytes) };
}

/** @returns null where something else than the server has answered. @throws TypeError without a connection */
async function ask(address: string, found: Found): Promise<HTMLElement | null> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/html' },
    body: JSON.stringify(found)
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  return page?.querySelector('[data-failed]') ? page : null;
}

/** Instead of an earlier result, so that nobody takes it for that of this file. */
function showFailure(failure: Failure, name: string): void {
  for (const result of all('[data-result], [data-refused]')) result.remove();
  for (const reason of ['unreachable', 'uncheckable']) {
    for (const words of all(`[data-${reason}]`)) words.hidden = reason !== failure;
  }
  nameFile(name);
  for (const section of all('[data-failed]')) {
    section.hidden = false;
    focusFirst(section);
  }
}

function sayWhereItIsChecked(place: 'here' | 'server'): void {
  for (const note of all('[data-sent]')) note.hidden = place === 'here';
  for (const note of all('[data-here]')) note.hidden = place === 'server';
}

function nameFile(name: string): void {
  for (const line of all('[data-file]')) {
    line.hidden = false;
    for (const shown of line.querySelectorAll('b')) shown.textContent = name;
  }
}

function focusFirst(part: HTMLElement): void {
  const first = [...part.querySelectorAll<HTMLElement>('h2')].find((title) => title.closest('[hidden]') === null);
  if (!first) return;
  first.tabIndex = -1;
  first.focus();
}

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

begin();
