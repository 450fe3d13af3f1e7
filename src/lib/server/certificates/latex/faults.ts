import { templateFault, type FaultCode, type FaultValues, type TemplateFault } from '../template-faults.ts';

/** What is wrong in a source, where. */
export type LatexFault = TemplateFault & {
  /** With its backslash; null if the fault is not of a command. */
  readonly command: string | null;
};

/** @param values besides the command, which its words may name */
export const latexFault = (
  line: number,
  command: string | null,
  code: FaultCode,
  values: FaultValues = {}
): LatexFault => ({ ...templateFault(line, code, { ...(command !== null && { command }), ...values }), command });

/** A source that the engine cannot set; its faults are in the order of their lines. */
export class LatexError extends Error {
  override readonly name = 'LatexError';
  readonly faults: readonly LatexFault[];

  constructor(faults: readonly LatexFault[]) {
    super(faults.map(({ line, message }) => `Line ${line}: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** More would not be read. */
const MOST_FAULTS = 50;

/** Collects faults, so that an author sees all of them at once. */
export class Faults {
  readonly #found: LatexFault[] = [];

  add(line: number, command: string | null, code: FaultCode, values?: FaultValues): void {
    const added = latexFault(line, command, code, values);
    if (this.#found.some((fault) => fault.line === line && fault.message === added.message)) return;
    this.#found.push(added);
    if (this.#found.length >= MOST_FAULTS) this.check();
  }

  /** After this fault nothing sensible can be said about the rest. */
  fatal(line: number, command: string | null, code: FaultCode, values?: FaultValues): never {
    this.#found.push(latexFault(line, command, code, values));
    throw new LatexError(this.#sorted());
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Throws what has been found. */
  check(): void {
    if (this.#found.length > 0) throw new LatexError(this.#sorted());
  }

  #sorted(): readonly LatexFault[] {
    return this.#found.toSorted((a, b) => a.line - b.line);
  }
}
