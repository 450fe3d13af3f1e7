/**
 * On the verification page, where the browser can: the file is checked here and stays here; only its hash, and what was found in it, are
 * sent. Without this script the form sends the file.
 */
import { hex } from '#lib/numbers/hex.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';

function begin(): void {
  const form = document.querySelector('form');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  // Browsers have it in secure contexts alone.
  if (!form || !input || !('subtle' in crypto)) return;
  for (const note of form.querySelectorAll<HTMLElement>('[data-sent]')) note.hidden = true;
  for (const note of form.querySelectorAll<HTMLElement>('[data-here]')) note.hidden = false;
  const look = (file: File | undefined) => {
    if (!file) return;
    form.setAttribute('aria-busy', 'true');
    // Whatever fails here, the server can do.
    lookAt(form, file).catch(() => HTMLFormElement.prototype.submit.call(form));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    look(input.files?.[0]);
  });
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    const files = event.dataTransfer?.files;
    if (files?.length !== 1) return;
    input.files = files;
    look(files[0]);
  });
}

async function lookAt(form: HTMLFormElement, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const checked = await checkFile(bytes);
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/html' },
    body: JSON.stringify({ sha256, checked })
  });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  if (!answer.ok || page === null) throw new Error(`the server answered ${answer.status}`);
  document.querySelector('main')?.replaceWith(page);
  begin();
  const first = page.querySelector<HTMLElement>('h2');
  if (first) {
    first.tabIndex = -1;
    first.focus();
  }
}

begin();
