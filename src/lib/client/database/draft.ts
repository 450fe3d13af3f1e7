import type { Verdict } from '#lib/metrology/types.ts';

/** A calibration that is being entered, saved at every change. `form` is plain JSON defined by the screens. */
export type Draft<Form = unknown> = {
  /** `{asset uuid}:{channel uuid, or nothing}`, or of the correction of a queue entry */
  readonly id: string;
  readonly asset_id: string;
  readonly channel_id: string | null;
  readonly asset_label: string;
  readonly saved_at: string;
  /** The tab that writes it. */
  readonly holder?: string;
  readonly form: Form;
  readonly summary: { readonly points: number; readonly as_found: Verdict | null; readonly as_left: Verdict | null };
};

const CORRECTION = 'correction of ';
/** The draft of the correction of a refused queue entry: it is taken up from the queue, and listed nowhere else. */
export const correctionDraft = (entryId: string): string => CORRECTION + entryId;
export const isOfCorrection = ({ id }: Pick<Draft, 'id'>): boolean => id.startsWith(CORRECTION);
