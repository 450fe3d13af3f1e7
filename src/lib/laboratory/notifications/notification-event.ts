/** What a notification tells, as it is stored: kinds and parameters, no sentences. */
export type NotificationEvent =
  | {
      readonly category: 'calibration_recorded';
      readonly parameters: {
        readonly asset_id: string;
        readonly asset_name: string;
        readonly channel_name: string | null;
        readonly version: number;
        readonly recorded_by: string;
        readonly conforms: boolean | null;
      };
    }
  | {
      readonly category: 'calibration_due';
      readonly parameters: {
        readonly asset_id: string;
        readonly asset_name: string;
        readonly due_date: string;
        readonly overdue: boolean;
      };
    }
  | {
      readonly category: 'join_request';
      readonly parameters: { readonly person: string; readonly organization: string };
    }
  | {
      readonly category: 'join_decision';
      readonly parameters: { readonly organization: string; readonly accepted: boolean };
    };

export type ParametersOf<C extends NotificationEvent['category']> = Extract<
  NotificationEvent,
  { category: C }
>['parameters'];

/** One language's sentences. Dates come as `YYYY-MM-DD` and are written out by `day`. */
export type NotificationTexts = {
  readonly [C in NotificationEvent['category']]: (
    told: ParametersOf<C>,
    day: (date: string) => string
  ) => { readonly title: string; readonly body: string };
};
