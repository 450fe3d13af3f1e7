import type { Difference } from './compare-results.ts';
import { InvalidInput, type InputFault } from './refusal.ts';

const RESULT = ['body', 'analysis', 'result'];

/**
 * The server's result differs from the device's: with the same engine the device's is wrong (`result_mismatch`), with
 * an older one its author has to confirm it (`result_changed`). Each error has the location and both values.
 */
export class ResultsDiffer extends InvalidInput {
  constructor(
    readonly code: 'result_mismatch' | 'result_changed',
    readonly differences: readonly Difference[]
  ) {
    const fault = ({ path, device, server }: Difference): InputFault => ({
      loc: [...RESULT, ...path],
      msg: `${JSON.stringify(device)} was sent, the server finds ${JSON.stringify(server)}`,
      type: code
    });
    const [first, ...rest] = differences.map(fault);
    super([first ?? { loc: RESULT, msg: 'The results differ', type: code }, ...rest]);
  }
}
