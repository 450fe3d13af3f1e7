import { expect, test } from 'vitest';
import { countsOf, readReport, withSecondAttempt } from './count-tests.ts';

type Outcomes = Readonly<Record<string, Readonly<Record<string, string>> | 'unloaded'>>;

/** A report in vitest's format: for each file the status of each test. */
const reportOf = (files: Outcomes) =>
  readReport(
    JSON.stringify({
      testResults: Object.entries(files).map(([name, tests]) => ({
        name,
        status: tests === 'unloaded' || Object.values(tests).includes('failed') ? 'failed' : 'passed',
        assertionResults:
          tests === 'unloaded' ? [] : Object.entries(tests).map(([fullName, status]) => ({ fullName, status }))
      }))
    })
  );

test('a test that was skipped, or a file that could not be loaded, has failed', () => {
  const report = reportOf({ a: { one: 'passed', two: 'skipped', three: 'todo' }, b: 'unloaded' });
  expect(countsOf(report, true)).toMatchObject({ passed: 1, failed: 3, unsteady: [] });
  expect(report.failedFiles).toEqual(['a', 'b']);
});

test('a skipped test whose name says what is missing is named, and counts neither as passed nor as failed', () => {
  const report = reportOf({
    a: { one: 'passed', 'two by TeX (NOT RUN: apt-get install tex)': 'skipped' },
    b: { 'three (NOT RUN: apt-get install tex)': 'skipped', 'four (NOT RUN: run as root)': 'skipped' },
    c: { 'five (NOT RUN: apt-get install tex)': 'failed' }
  });
  const notRun = new Map([
    ['apt-get install tex', 2],
    ['run as root', 1]
  ]);
  expect(countsOf(report, true)).toEqual({ passed: 1, failed: 1, unsteady: [], notRun });
  expect(report.failedFiles).toEqual(['c']);
});

test('a run with a non-zero exit code has failed, whatever its report contains', () => {
  expect(countsOf(reportOf({ a: { one: 'passed' } }), false)).toMatchObject({ passed: 1, failed: 1 });
  expect(countsOf(null, true)).toMatchObject({ passed: 0, failed: 1 });
  expect(countsOf(null, false)).toMatchObject({ passed: 0, failed: 1 });
});

const first = reportOf({ a: { one: 'passed', two: 'failed' }, b: { three: 'passed' } });

test('a file that passes the second time is counted as passed, and its tests are named', () => {
  const counts = withSecondAttempt(first, reportOf({ a: { one: 'passed', two: 'passed' } }));
  expect(counts).toMatchObject({ passed: 3, failed: 0, unsteady: ['two'] });
});

test.each([
  ['fails again', reportOf({ a: { one: 'passed', two: 'failed' } })],
  ['is not in the second report', reportOf({})],
  ['ran fewer tests', reportOf({ a: { one: 'passed' } })],
  ['gave no report', null]
])('a file that %s has failed', (_what, second) => {
  expect(withSecondAttempt(first, second)).toMatchObject({ passed: 2, failed: 1, unsteady: [] });
});

test('a test that passed first and fails the second time has failed', () => {
  const counts = withSecondAttempt(first, reportOf({ a: { one: 'failed', two: 'passed' } }));
  expect(counts).toMatchObject({ passed: 2, failed: 1, unsteady: ['two'] });
});
