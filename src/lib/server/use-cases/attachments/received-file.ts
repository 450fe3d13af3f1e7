/** An uploaded file on the disk of this machine. */
export type ReceivedFile = { readonly path: string; readonly size: number; readonly sha256: string };
