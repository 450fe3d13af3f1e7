/** Frames (ITU-T T.81, table B.1): those that hold the size of a picture; of the codes between, three are something else. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const START_OF_SCAN = 0xda;
/** Each scan of a progressive picture is gone through as a whole; programs write ten. */
const MOST_SCANS = 20;

/** Whether a file is a JPEG picture of that many dots, and of no more scans than others. */
export function isJpegOf(file: Uint8Array, width: number | undefined, height: number | undefined): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  let isOfSize = false;
  let scans = 0;
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return false;
    const code = bytes[at + 1] ?? 0;
    // Filling before a marker, and the end.
    if (code === 0xff) at += 1;
    else if (code === 0xd9) break;
    else {
      if (isFrame(code)) {
        if (isOfSize || bytes.readUInt16BE(at + 5) !== height || bytes.readUInt16BE(at + 7) !== width) return false;
        isOfSize = true;
      }
      if (code === START_OF_SCAN && ++scans > MOST_SCANS) return false;
      at += 2 + bytes.readUInt16BE(at + 2);
      if (code === START_OF_SCAN) at = behindScan(bytes, at);
    }
  }
  return isOfSize && scans > 0;
}

/** Where the next marker is that ends coded data: neither a byte of these that looks like one, nor a restart. */
function behindScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return bytes.length;
}
