/** Keys of a page on which one calibrates: save, a step back, a step on. */
export type WorkKeys = {
  /** Null while nothing can be saved. */
  readonly save: (() => void) | null;
  readonly undo: () => void;
  readonly redo: () => void;
};

export function pressWorkKey(event: KeyboardEvent, { save, undo, redo }: WorkKeys): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 's' && !event.shiftKey) {
    // Not the browser's own: nobody wants the page as a file here.
    event.preventDefault();
    save?.();
  } else if (key === 'z' || key === 'y') {
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  }
}
