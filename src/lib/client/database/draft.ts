import type { Verdict } from '#lib/metrology/types.ts';

/** A calibration that is being entered, saved at every change. `form` is plain JSON defined by the screens. */
export type Draft<Form = unknown> = {
  /** `{asset uuid}:{channel uuid, or nothing}` */
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
