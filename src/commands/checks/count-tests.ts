/** The counts of a vitest JSON report. */

/**
 * `unsteady`: the tests that failed first and passed when their file ran again. `notRun`: why tests were left out, each
 * reason with their number.
 */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly unsteady: readonly string[];
  readonly notRun: ReadonlyMap<string, number>;
};

type CountsOfFile = { readonly passed: number; readonly failed: readonly string[]; readonly notRun: readonly string[] };
/** The tests of each file. If a file could not be loaded, `failed` contains its name. */
export type Report = {
  readonly files: ReadonlyMap<string, CountsOfFile>;
  readonly failedFiles: readonly string[];
};

type Written = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/**
 * A test that did not run has not passed, nor has a file that could not be loaded. The exception: a skipped test whose
 * name says what this machine lacks, `(NOT RUN: apt-get install …)`.
 */
export function readReport(text: string): Report {
  const { testResults } = JSON.parse(text) as Written;
  const files = new Map(testResults.map((file) => [file.name, countFile(file)]));
  return { files, failedFiles: [...files].filter(([, { failed }]) => failed.length > 0).map(([name]) => name) };
}

function countFile({ name, status, assertionResults }: Written['testResults'][number]): CountsOfFile {
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  const others = assertionResults.filter((test) => test.status !== 'passed');
  const left = others.filter((test) => reasonOf(test) !== null);
  const failed = others.filter((test) => !left.includes(test)).map(({ fullName }) => fullName);
  const unloaded = status === 'failed' && failed.length === 0;
  return { passed, failed: unloaded ? [name] : failed, notRun: left.map((test) => reasonOf(test) ?? '') };
}

const reasonOf = ({ status, fullName }: Written['testResults'][number]['assertionResults'][number]): string | null =>
  status === 'skipped' ? (/\(NOT RUN: ([^)]+)\)/u.exec(fullName)?.[1] ?? null) : null;

/** Counts of one run. A non-zero exit code without a failed test, or without a report, is one failure. */
export function countsOf(report: Report | null, well: boolean): Counts {
  const counts = sumOf([...(report?.files.values() ?? [])]);
  return { ...counts, failed: counts.failed === 0 && (!well || report === null) ? 1 : counts.failed };
}

/**
 * Counts after the failed files ran again: the second result replaces the first. A file that is missing in the second
 * report, or that ran fewer tests, keeps its failures.
 */
export function withSecondAttempt(first: Report, second: Report | null): Counts {
  const unsteady: string[] = [];
  const files = [...first.files].map(([name, before]) => {
    const after = before.failed.length > 0 ? second?.files.get(name) : undefined;
    if (after === undefined || numberOf(after) < numberOf(before)) return before;
    unsteady.push(...before.failed.filter((test) => !after.failed.includes(test)));
    return after;
  });
  return { ...sumOf(files), unsteady };
}

const numberOf = ({ passed, failed }: CountsOfFile): number => passed + failed.length;

function sumOf(files: readonly CountsOfFile[]): Counts {
  const notRun = new Map<string, number>();
  for (const reason of files.flatMap((file) => file.notRun)) notRun.set(reason, (notRun.get(reason) ?? 0) + 1);
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.reduce((sum, { failed }) => sum + failed.length, 0),
    unsteady: [],
    notRun
  };
}
