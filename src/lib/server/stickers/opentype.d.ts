/** What is used of it: its own types are of an earlier version. */
declare module 'opentype.js/dist/opentype.mjs' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | { readonly type: 'Z' };
  export type Glyph = {
    getPath(x: number, y: number, fontSize: number): { readonly commands: readonly PathCommand[] };
  };
  export type Font = { charToGlyph(character: string): Glyph };
  export function parse(buffer: ArrayBuffer): Font;
}
