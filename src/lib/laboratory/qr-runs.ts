/** A QR code as runs of dark modules (ISO/IEC 18004), for certificates, stickers and screens. */
import { create } from 'qrcode';

export type DarkRun = { readonly row: number; readonly from: number; readonly to: number };
/** The recoverable part of the code: 7, 15, 25 %. */
export type ErrorCorrection = 'L' | 'M' | 'Q';

/** `size` modules on each side; a run goes from one column up to but excluding another. */
export function darkRuns(
  text: string,
  errorCorrectionLevel: ErrorCorrection = 'M'
): { readonly size: number; readonly runs: readonly DarkRun[] } {
  const { modules } = create(text, { errorCorrectionLevel });
  const runs: DarkRun[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    let from = -1;
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) !== 0;
      if (dark && from < 0) from = column;
      if (!dark && from >= 0) {
        runs.push({ row, from, to: column });
        from = -1;
      }
    }
  }
  return { size: modules.size, runs };
}
