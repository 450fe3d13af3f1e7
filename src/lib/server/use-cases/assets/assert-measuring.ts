import { measuringFaults, type Measuring } from '#lib/laboratory/measuring-faults.ts';
import { InvalidInput, type InputFault } from '#lib/laboratory/refusal.ts';

/** The measuring fields of an asset and of each channel must be consistent. @throws InvalidInput */
export function assertMeasuring(
  asset: Measuring,
  channels: readonly Measuring[],
  others: readonly InputFault[] = []
): void {
  const [first, ...rest] = [
    ...measuringFaults(asset, ['body']),
    ...channels.flatMap((channel, index) => measuringFaults(channel, ['body', 'channels', String(index)])),
    ...others
  ];
  if (first) throw new InvalidInput([first, ...rest]);
}
