import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gridCells, type CellAt } from './grid-cells.ts';

/** An input in the first row, as far as the listeners look at it. */
class Input {
  readonly dataset = { column: 'measured' };
  closest = () => ({ dataset: { row: '0' } });
}

beforeEach(() => vi.stubGlobal('HTMLInputElement', Input));
afterEach(() => vi.unstubAllGlobals());

/** What a text does that is pasted into a cell of a form with these units. */
function paste(text: string, units: readonly string[]) {
  const tables: [string, CellAt<'measured'>][] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const attach = gridCells<'measured'>({
    columns: () => ['measured'],
    first: 'measured',
    rows: () => [0],
    language: () => 'de',
    units: () => units,
    onType: () => {},
    onEnter: () => {},
    onLeave: () => {},
    onAppend: () => {},
    focus: () => Promise.resolve(),
    onTable: (pasted, cell) => tables.push([pasted, cell])
  });
  attach({
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener)
  } as unknown as HTMLTableElement);
  const preventDefault = vi.fn();
  listeners.get('paste')?.({ target: new Input(), clipboardData: { getData: () => text }, preventDefault });
  return { tables, prevented: preventDefault.mock.calls.length > 0 };
}

test('a number with a unit of the form is pasted as a table, which knows the unit', () => {
  const cell = { row: 0, column: 'measured' };
  expect(paste('5,2 in H2O', ['hPa', 'in H2O'])).toEqual({ tables: [['5,2 in H2O', cell]], prevented: true });
  expect(paste('45,2 % RH', [])).toEqual({ tables: [['45,2 % RH', cell]], prevented: true });
});

test('any other text goes into its cell as it is', () => {
  expect(paste('5,2 in H2O', ['hPa'])).toEqual({ tables: [], prevented: false });
  expect(paste('5,2', ['in H2O'])).toEqual({ tables: [], prevented: false });
});
