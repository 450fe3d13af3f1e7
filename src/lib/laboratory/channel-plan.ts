import type { z } from 'zod';
import type { Channel, channelInput } from '#lib/contracts/assets.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { changeableKeys, initialValues } from '#lib/records/field.ts';
import { capabilityRecord } from './capability.ts';
import { fieldChanges, type FieldChanges } from './field-changes.ts';
import { presentFields } from './present-fields.ts';
import type { InputFault } from './refusal.ts';

export type ChannelInput = z.output<typeof channelInput>;

/** The changes needed to replace the list of an asset's channels. */
export type ChannelPlan = {
  /** The channels in use afterwards, in their order. */
  readonly channels: readonly Channel[];
  /** Channels no longer in the list: archived if they have calibrations, deleted otherwise. */
  readonly removed: readonly Channel[];
  /** For the audit row: `channel.<id>.<field>`, and `channel.<id>` as one summary for a whole channel (specification 6). */
  readonly changes: FieldChanges;
  readonly faults: readonly InputFault[];
};

export const CHANNEL_FIELDS = changeableKeys(CHANNEL);

/**
 * Matches the wanted list with the channels that exist, archived ones included: one with a known id is changed (or
 * restored) and keeps omitted fields; one without an id is new.
 * @param newId makes ids for the new ones.
 */
export function planChannels(
  existing: readonly Channel[],
  wanted: readonly ChannelInput[],
  newId: () => string
): ChannelPlan {
  const known = new Map(existing.map((channel) => [channel.id, channel]));
  const channels = wanted.map((input): Channel => {
    const before = input.id === undefined ? undefined : known.get(input.id);
    const { cmc, ...fields } = input;
    return {
      ...initialValues(CHANNEL),
      ...before,
      ...presentFields(fields),
      ...(cmc === undefined ? {} : { cmc: capabilityRecord(cmc) }),
      id: before?.id ?? newId(),
      name: input.name,
      archived_at: null
    };
  });
  const kept = new Set(channels.map((channel) => channel.id));
  const removed = existing.filter((channel) => channel.archived_at === null && !kept.has(channel.id));
  return { channels, removed, changes: changesOf(known, channels, removed), faults: faultsOf(known, wanted) };
}

function changesOf(
  known: ReadonlyMap<string, Channel>,
  channels: readonly Channel[],
  removed: readonly Channel[]
): FieldChanges {
  const perChannel = channels.map((channel): FieldChanges => {
    const before = known.get(channel.id);
    if (!before || before.archived_at !== null) return { [`channel.${channel.id}`]: { old: null, new: channel.name } };
    return fieldChanges(before, channel, CHANNEL_FIELDS, `channel.${channel.id}.`);
  });
  const gone = removed.map((channel) => ({ [`channel.${channel.id}`]: { old: channel.name, new: null } }));
  return Object.assign({}, ...perChannel, ...gone) as FieldChanges;
}

function faultsOf(known: ReadonlyMap<string, Channel>, wanted: readonly ChannelInput[]): InputFault[] {
  const names = new Set<string>();
  const ids = new Set<string>();
  return wanted.flatMap((input, index): InputFault[] => {
    const at = ['body', 'channels', String(index)];
    const name = input.name.toLowerCase();
    const faults: InputFault[] = [];
    if (input.id !== undefined && !known.has(input.id)) {
      faults.push({ loc: [...at, 'id'], type: 'not_found', msg: 'This asset has no such channel; leave the id out' });
    }
    if ((input.id !== undefined && ids.has(input.id)) || names.has(name)) {
      faults.push({ loc: [...at, 'name'], type: 'duplicate', msg: 'Two channels of an asset need two names' });
    }
    names.add(name);
    if (input.id !== undefined) ids.add(input.id);
    return faults;
  });
}
