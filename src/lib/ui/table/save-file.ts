/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Lets the browser download what is at an address of this server; it is not in memory first. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
