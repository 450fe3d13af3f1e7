/** The counts of a vitest JSON report. */

/** `unsteady`: the tests that failed first and passed when their file ran again. */
export type Counts = { readonly passed: number; readonly failed: number; readonly unsteady: readonly string[] };

/** The passed and failed tests of each file. If a file could not be loaded, `failed` contains its name. */
export type Report = {
  readonly files: ReadonlyMap<string, { readonly passed: number; readonly failed: readonly string[] }>;
  readonly failedFiles: readonly string[];
};

type Written = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** A test that did not run has not passed, nor has a file that could not be loaded. */
export function readReport(text: string): Report {
  const { testResults } = JSON.parse(text) as Written;
  const files = new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status !== 'passed').map(({ fullName }) => fullName);
      const unloaded = status === 'failed' && failed.length === 0;
      return [name, { passed: assertionResults.length - failed.length, failed: unloaded ? [name] : failed }];
    })
  );
  return { files, failedFiles: [...files].filter(([, { failed }]) => failed.length > 0).map(([name]) => name) };
}

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
    if (after === undefined || after.passed + after.failed.length < before.passed + before.failed.length) return before;
    unsteady.push(...before.failed.filter((test) => !after.failed.includes(test)));
    return after;
  });
  return { ...sumOf(files), unsteady };
}

const sumOf = (files: readonly { readonly passed: number; readonly failed: readonly string[] }[]): Counts => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: files.reduce((sum, { failed }) => sum + failed.length, 0),
  unsteady: []
});
