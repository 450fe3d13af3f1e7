import { MOST, WORK } from './budget.ts';
import type { Operation } from './content-stream.ts';

const STROKES = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const PAINTS = new Set([...STROKES, 'f', 'F', 'f*', 'n']);
const CLIPS = new Set(['W', 'W*']);
const PATH = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', ...CLIPS]);
const SHOWS = new Set(['Tj', 'TJ', "'", '"']);
const NOT_IN_TEXT = new Set([...PATH, ...PAINTS, 'q', 'Q', 'cm', 'Do']);
const NOT_IN_PATH = new Set(['q', 'Q', 'cm', 'BT', 'Do']);

type Point = readonly [x: number, y: number];
/** Of the state of a page, what decides how much work a line or a text is. */
type Look = { readonly period: number; readonly areLettersLines: boolean };

/**
 * What a drawing has begun and not ended, and what it comes to. It begins with lines without dashes, and letters that are filled:
 * `FIRST_LOOK` sees to it wherever it is shown.
 */
export class DrawingState {
  /** As counted by `WORK`. */
  work = 0;
  readonly #saved: Look[] = [];
  #look: Look = { period: 0, areLettersLines: false };
  #isText = false;
  #hasPath = false;
  /** Of the path, by the corners that its curves are drawn between. */
  #length = 0;
  #segments = 0;
  #at: Point = [0, 0];
  /** Where the part of the path began that a closing line leads back to. */
  #start: Point = [0, 0];

  /** @throws where the operation has no place here, or there is too much of it */
  after({ operator, operands }: Operation): void {
    if ((this.#isText && NOT_IN_TEXT.has(operator)) || (this.#hasPath && NOT_IN_PATH.has(operator))) throw left();
    this.count();
    if (operator === 'q') this.#save();
    else if (operator === 'Q') this.#restore();
    else if (operator === 'BT' || operator === 'ET') {
      if (this.#isText === (operator === 'BT')) throw left();
      this.#isText = !this.#isText;
    } else if (operator === 'd') this.#look = { ...this.#look, period: periodOf(operands) };
    else if (operator === 'Tr') this.#look = { ...this.#look, areLettersLines: lettersAreLines(operands) };
    else if (SHOWS.has(operator)) this.#show(operands);
    else if (PATH.has(operator)) this.#draw(operator, operands.map(Number));
    else if (PAINTS.has(operator)) this.#paint(operator);
  }

  /** One operation more. @throws where there are too many */
  count(): void {
    this.work += 1;
    if (this.work > MOST.work) throw new Error('a page in it draws too much');
  }

  /** @throws where something is open */
  end(): void {
    if (this.#saved.length > 0 || this.#isText || this.#hasPath) throw left();
  }

  #save(): void {
    this.#saved.push(this.#look);
    if (this.#saved.length > MOST.states) throw new Error('a drawing in it saves too many states at once');
  }

  #restore(): void {
    const look = this.#saved.pop();
    if (look === undefined) throw left();
    this.#look = look;
  }

  #show(operands: readonly string[]): void {
    const { period, areLettersLines } = this.#look;
    // How long their lines are cannot be known.
    if (period > 0 && areLettersLines) throw new Error('it has letters of dashed lines');
    this.work += operands.reduce((sum, { length }) => sum + length, 0);
  }

  #draw(operator: string, numbers: readonly number[]): void {
    this.#hasPath = true;
    this.#segments += 1;
    if (CLIPS.has(operator)) {
      this.work += WORK.clip;
      if (this.#segments > MOST.cutSegments)
        throw new Error('a path in it that cuts something out has too many segments');
    } else if (operator === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers;
      this.#length += 2 * (Math.abs(width) + Math.abs(height));
      this.#at = this.#start = [x, y];
    } else if (operator === 'h') this.#lineTo(this.#start);
    else if (operator === 'm') {
      const [x = 0, y = 0] = numbers;
      this.#at = this.#start = [x, y];
    } else for (let i = 0; i + 1 < numbers.length; i += 2) this.#lineTo([numbers[i] ?? 0, numbers[i + 1] ?? 0]);
  }

  #lineTo(to: Point): void {
    this.#length += Math.hypot(to[0] - this.#at[0], to[1] - this.#at[1]);
    this.#at = to;
  }

  #paint(operator: string): void {
    this.work += WORK.path;
    const { period } = this.#look;
    // A line that closes a path is no longer than the path.
    if (STROKES.has(operator) && period > 0) this.work += (2 * this.#length) / period;
    this.#hasPath = false;
    this.#length = 0;
    this.#segments = 0;
  }
}

/** What every drawing begins with. */
export const FIRST_LOOK = '[] 0 d\n0 Tr';

/** The length of a dash with its gap; 0: the line is whole. */
function periodOf(operands: readonly string[]): number {
  const lengths = operands.slice(1, -2).map(Number);
  const sum = lengths.reduce((all, one) => all + one, 0);
  if (lengths.some((one) => one < 0) || (lengths.length > 0 && sum === 0))
    throw new Error('a line in it has no sound dashes');
  return sum;
}

function lettersAreLines([mode]: readonly string[]): boolean {
  if (!['0', '1', '2', '3'].includes(mode ?? '')) throw new Error('a text in it clips what is drawn after it');
  return mode === '1' || mode === '2';
}

export const left = (): Error =>
  new Error('a drawing in it does not leave the page as it was (q and Q, BT and ET, BDC and EMC, an unpainted path)');
