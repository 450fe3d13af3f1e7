import type { Color } from '../document/blocks.ts';

/** The names that xcolor knows without options (xcolor manual, 4). */
const NAMES: Readonly<Record<string, Color>> = {
  black: [0, 0, 0],
  blue: [0, 0, 255],
  brown: [191, 128, 64],
  cyan: [0, 255, 255],
  darkgray: [64, 64, 64],
  gray: [128, 128, 128],
  green: [0, 255, 0],
  lightgray: [191, 191, 191],
  lime: [191, 255, 0],
  magenta: [255, 0, 255],
  olive: [128, 128, 0],
  orange: [255, 128, 0],
  pink: [255, 191, 191],
  purple: [191, 0, 64],
  red: [255, 0, 0],
  teal: [0, 128, 128],
  violet: [128, 0, 128],
  white: [255, 255, 255],
  yellow: [255, 255, 0]
};

/** The colors of a document: xcolor's, its own, and mixtures (`blue!40`, `red!50!black`). */
export class Colors {
  readonly #own = new Map<string, Color>();

  define(name: string, model: string, value: string): boolean {
    const color = colorOf(model, value);
    if (!color) return false;
    this.#own.set(name, color);
    return true;
  }

  /** By name or by model and value. */
  find(model: string | null, value: string): Color | undefined {
    return model === null ? this.#mixed(value) : colorOf(model, value);
  }

  #mixed(expression: string): Color | undefined {
    const [first = '', ...mixing] = expression.split('!').map((part) => part.trim());
    let color = this.#own.get(first) ?? NAMES[first];
    for (let i = 0; i < mixing.length && color; i += 2) {
      const share = Number(mixing[i]) / 100;
      const name = mixing[i + 1] ?? 'white';
      const other: Color | undefined = this.#own.get(name) ?? NAMES[name];
      if (!other || !(share >= 0 && share <= 1)) return undefined;
      color = mixed(color, other, share);
    }
    return color;
  }
}

function mixed(one: Color, other: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share));
  return [part(0), part(1), part(2)];
}

function colorOf(model: string, value: string): Color | undefined {
  if (model === 'HTML') {
    const [, red, green, blue] = /^([\da-f]{2})([\da-f]{2})([\da-f]{2})$/iu.exec(value.trim()) ?? [];
    return red === undefined ? undefined : [parseInt(red, 16), parseInt(green ?? '', 16), parseInt(blue ?? '', 16)];
  }
  const numbers = value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const most = model === 'RGB' ? 255 : 1;
  if (!numbers.every((number) => number >= 0 && number <= most)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const scaled = (part: number) => Math.round((part * 255) / most);
  if ((model === 'rgb' || model === 'RGB') && numbers.length === 3) return [scaled(a), scaled(b), scaled(c)];
  if (model === 'gray' && numbers.length === 1) return [scaled(a), scaled(a), scaled(a)];
  if (model === 'cmyk' && numbers.length === 4) {
    const ink = (part: number) => Math.round(255 * (1 - Math.min(1, part + d)));
    return [ink(a), ink(b), ink(c)];
  }
  return undefined;
}
