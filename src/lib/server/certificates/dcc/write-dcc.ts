import { resultRuns } from '../parts/results.ts';
import { administrativeData } from './administrative-data.ts';
import { curveResults, furtherResults } from './curve-result.ts';
import { dccPrinter, type DccFacts } from './dcc-language.ts';
import { methods } from './methods.ts';
import { runResult } from './run-results.ts';
import { element, elementWith } from './xml.ts';

const ROOT = {
  'xmlns:dcc': 'https://ptb.de/dcc',
  'xmlns:si': 'https://ptb.de/si',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  schemaVersion: '3.3.0',
  'xsi:schemaLocation': 'https://ptb.de/dcc https://ptb.de/dcc/v3.3.0/dcc.xsd'
};

/**
 * The digital calibration certificate (PTB DCC 3.3.0, D-SI 2.2.1) of an issued certificate, unsigned: what the printed one says, with
 * every digit. Equal facts give the same bytes.
 */
export function writeDcc(facts: DccFacts): string {
  const dcc = dccPrinter(facts);
  const runs = facts.result
    ? resultRuns(facts, dcc.print).map(({ title, run }) => runResult(title, run, facts.request, dcc))
    : [];
  return elementWith(
    'dcc:digitalCalibrationCertificate',
    ROOT,
    administrativeData(facts, dcc),
    element(
      'dcc:measurementResults',
      element(
        'dcc:measurementResult',
        dcc.said('dcc:name', dcc.print.labels.results),
        methods(facts, dcc),
        element('dcc:results', runs, curveResults(facts, dcc), furtherResults(facts, dcc))
      )
    )
  );
}
