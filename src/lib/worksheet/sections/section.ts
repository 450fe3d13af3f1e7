import type { Asset, Channel } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import type { FieldReader } from '../typed/field-problem.ts';

/** The context of a new form. */
export type Subject = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  /** The latest calibration of this instrument that is not voided; its curve is the correction in force. */
  readonly previous: CalibrationHeader | null;
  /** Nominal points of that calibration, where the device holds them. */
  readonly previousReferences: readonly number[];
  /** The instrument's procedure, if the device has it and it is in force. */
  readonly procedure?: Procedure | null;
  /** Today where the work is done, YYYY-MM-DD. */
  readonly today: string;
};

/** The calibrated item: the channel, if the asset has channels. */
export const measuringOf = ({ asset, channel }: Pick<Subject, 'asset' | 'channel'>): Asset | Channel =>
  channel ?? asset;

/** The next unused number for a row, a contribution or a correlation: they are numbered through the whole form. */
export type NextId = () => number;

/**
 * A part of the form, with both ways between what is typed (`Fields`, kept as it is in drafts) and what is sent (`Part` of the request
 * or the record). `toRequest(fromRequest(part))` is `part` again.
 *
 * `Needs` is what of the form both ways rest on: the fields themselves, and those of other sections that decide whether they count.
 */
export type Section<Fields, Part, Needs = Fields, Around = void, Filled = Fields> = {
  /** The fields before anything is typed. */
  readonly begin: (subject: Subject) => Fields;
  /** The part to send; invalid texts are reported to `reader`. */
  readonly toRequest: (form: Needs, reader: FieldReader, around: Around) => Part;
  /** The fields that convert to `part`, in a form otherwise equal to `form`. */
  readonly fromRequest: (part: Part, form: Needs, next: NextId) => Filled;
  /**
   * The fields of a draft that an older version stored incompletely, or that come from the current registry. All others
   * stay as stored.
   */
  readonly takeUp?: (stored: Fields, fresh: Fields) => Partial<Fields>;
};
