import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The room that a browser grants; while it is full, every write fails. */
export type Room = { full: boolean };

/** A file of lines: what was appended is there for whoever opens it next, as after a killed tab. */
export type Journal<Line> = {
  readonly read: () => readonly Line[];
  /** @throws as a browser does, and writes nothing, if there is no room. */
  readonly append: (line: Line) => void;
};

export const journal = <Line>(path: string, room: Room): Journal<Line> => ({
  read: () =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Line)
      : [],
  append: (line) => {
    if (room.full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }
});
