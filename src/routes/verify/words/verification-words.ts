import type { TimeStampFault, Verification } from '#lib/contracts/verification.ts';

type State = NonNullable<Verification['state']>;
type Result = NonNullable<Verification['result']>;
/** Why there is no result. */
export type CheckFailure = 'too_many_requests' | 'too_large' | 'bad_request' | 'other';
type Standing = NonNullable<NonNullable<Verification['signed_by']>['authority']>['standing'];

/** All that the verification page says in one language. */
export type VerificationWords = {
  readonly title: string;
  readonly state: Readonly<Record<State, string>>;
  /** What follows from the state for whoever relies on the certificate. */
  readonly meaning: Readonly<Record<State, string>>;
  readonly replaced_by: (number: string) => string;
  readonly result: Readonly<Record<Result, string>>;
  readonly result_meaning: Readonly<Record<Result, string>>;
  /** Instead of the meaning of `original`, if proofs were added to it here. */
  readonly original_with_proofs: string;
  readonly proofs: Readonly<Record<'B-LT' | 'B-LTA', string>>;
  /** A time stamp over the file and its proofs. @param time day and time of day, in UTC */
  readonly document_stamped: (time: string, by: string) => string;
  readonly signed_here: (name: string) => string;
  readonly signed_elsewhere: (name: string) => string;
  /** Which authority stands above the certificate of the signer. */
  readonly authority: Readonly<Record<Standing, (name: string) => string>>;
  /** @param time day and time of day, in UTC */
  readonly stamped: (time: string, by: string) => string;
  readonly stamp_trusted: string;
  /** Where this installation does not know the authority of the stamp. */
  readonly stamp_unknown: string;
  readonly stamp_fault: Readonly<Record<TimeStampFault, string>>;
  readonly no_stamp: string;
  /** Which file the result is about. */
  readonly checked_file: string;
  readonly failed_title: string;
  readonly failed: Readonly<Record<CheckFailure, string>>;
  /** Where the browser checks the file, and no answer comes. */
  readonly unreachable: string;
  /** Where the browser cannot check the file, and the form will send it. */
  readonly uncheckable: string;
  readonly number: string;
  readonly instrument: string;
  readonly calibrated: string;
  readonly issued: string;
  readonly organization: string;
  /** Of the file as it was first issued. */
  readonly hash: string;
  readonly hash_hint: string;
  /** Of the file as it is downloaded now, if that is another. */
  readonly hash_current: string;
  readonly hash_current_hint: string;
  /** Where nothing is told without the file. */
  readonly nothing_title: string;
  readonly nothing: string;
  readonly present_title: string;
  readonly present: string;
  /** Where the form sends the file. */
  readonly sent: string;
  /** Where the browser checks it. */
  readonly kept_here: string;
  readonly file: string;
  readonly check: string;
};
