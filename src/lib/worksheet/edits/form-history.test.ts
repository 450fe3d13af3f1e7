import { expect, test } from 'vitest';
import { edit, endStep, redo, startHistory, undo } from './form-history.ts';

test('typing into one place is undone in one step', () => {
  let history = startHistory('');
  history = edit(history, '1', 'cell');
  history = edit(history, '12', 'cell');
  history = edit(history, '12.', 'cell');
  expect(undo(history).present).toBe('');
});

test('leaving a cell ends its step', () => {
  let history = edit(startHistory('a'), 'b', 'cell');
  history = edit(endStep(history), 'c', 'cell');
  expect(undo(history).present).toBe('b');
});

test('the very first edit of a place can be undone', () => {
  expect(undo(edit(startHistory(0), 1, 'cell')).present).toBe(0);
});

test('redo brings back what undo took, and a new edit forgets it', () => {
  let history = edit(edit(startHistory(0), 1, null), 2, null);
  history = undo(undo(history));
  expect(history.present).toBe(0);
  expect(redo(redo(history)).present).toBe(2);
  expect(redo(edit(history, 9, null)).present).toBe(9);
});

test('undo and redo at the ends change nothing', () => {
  const history = startHistory('x');
  expect(undo(history)).toBe(history);
  expect(redo(history)).toBe(history);
});

test('an edit after undo into the same place is a step of its own', () => {
  let history = edit(startHistory(0), 1, 'cell');
  history = undo(history);
  history = edit(history, 5, 'cell');
  history = edit(history, 6, 'cell');
  expect(undo(history).present).toBe(0);
});
