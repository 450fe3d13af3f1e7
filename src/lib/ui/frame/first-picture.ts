/** Removes what the shell has shown until now (server/first-picture.ts); the first page is in the document. */
export function removeFirstPicture(): void {
  for (const picture of document.querySelectorAll('.first-picture')) picture.remove();
}
