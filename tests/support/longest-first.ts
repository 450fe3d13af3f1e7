import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readSeconds } from '../../src/commands/checks/turns.ts';

/** Files that take much longer than their size suggests, with the seconds that each took on two processors. */
export const SECONDS = readSeconds();

/** Within a project the files that are known to take long come first: one that begins last leaves the other processor idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const place = new Map(sorted.map((file, index) => [file, index]));
    const seconds = ({ moduleId }: TestSpecification) => SECONDS[relative(this.ctx.config.root, moduleId)] ?? 0;
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) ||
        seconds(b) - seconds(a) ||
        (place.get(a) ?? 0) - (place.get(b) ?? 0)
    );
  }
}
