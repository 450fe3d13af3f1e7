/** One calibration at work: its form joined with the device's data, drafts and queue. A desk shows one, the grid of probes several. */
import { _ } from 'svelte-i18n';
import { get } from 'svelte/store';
import { analyzeWithTrials } from '#lib/client/analysis/analyze-with-trials.ts';
import { liveLocations, liveProcedures } from '#lib/client/state/collections.svelte.ts';
import { correctionDraft } from '#lib/client/database/draft.ts';
import type { DraftHold } from '#lib/client/state/draft-hold.svelte.ts';
import { drafts } from '#lib/client/state/drafts.svelte.ts';
import { edits } from '#lib/client/state/edits.svelte.ts';
import { preferences } from '#lib/client/state/preferences.svelte.ts';
import { queue } from '#lib/client/state/queue.svelte.ts';
import { SaveFailed } from '#lib/client/state/save-locally.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import type { Basis } from '#lib/client/basis/work-basis.svelte.ts';
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { intervalOf } from '#lib/laboratory/interval.ts';
import { unusualFacts, type UnusualFact } from '#lib/laboratory/plausibility.ts';
import { TrialRun } from '#lib/ui/analysis/trial-run.svelte.ts';
import { buildBody, type BuiltBody } from '#lib/worksheet/form/build-body.ts';
import { dueDate } from '#lib/worksheet/sections/occasion.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import type { ChosenReference } from '#lib/worksheet/sections/reference.ts';
import { FormSession } from '#lib/ui/worksheet/form-session.svelte.ts';
import {
  declineHistory,
  historyNotice,
  judgedWith,
  takeHistory,
  undecided
} from '#lib/worksheet/edits/history-notice.ts';
import { readPlan } from '#lib/worksheet/rows/procedure-plan.ts';
import { choose } from '#lib/worksheet/sections/procedure.ts';
import type { ProcedureOption } from '#lib/ui/worksheet/procedure-option.ts';
import { doubtsAbout, instrumentKey, referenceOptions } from '#lib/worksheet/references/reference-choice.ts';
import { dayHere, isDay } from '#lib/laboratory/calendar-day.ts';
import { DraftKeeper } from './draft-keeper.svelte.ts';
import { drawTrials } from './draw-trials.ts';
import { knownHistory } from './known-history.ts';
import type { Begun } from './start-form.ts';

/** What it is about, live. */
export type Instrument = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  readonly basis: Basis;
  readonly assets: readonly Asset[];
  /** The refused entry that is corrected; null for a new calibration. */
  readonly entry: QueueEntry | null;
};

/** Call inside component initialisation: its draft is kept until the component goes. */
export class CalibrationAtWork {
  readonly #of: () => Instrument;
  readonly #locations = liveLocations();
  readonly #procedures = liveProcedures();
  readonly #start: CalibrateForm;
  readonly session: FormSession;
  readonly keeper: DraftKeeper;
  /** Trials of other numbers than those on the screen are not what is saved. */
  readonly run = new TrialRun();
  readonly key: string;

  readonly form = $derived.by(() => this.session.form);
  readonly changed = $derived.by(() => this.form !== this.#start);
  // Read apart: a digit that is typed changes the form, and none of these; what rests on them alone is not made anew at every key.
  readonly #unit = $derived.by(() => this.form.unit);
  readonly #date = $derived.by(() => this.form.calibration_date);
  readonly #reference = $derived.by(() => (this.form.kind === 'internal' ? this.form.reference : null));
  readonly #question = $derived.by(() => {
    const { asset, assets, basis } = this.#of();
    const [unit, date] = [this.#unit, this.#date];
    return { assets, calibrations: basis.referenceCalibrations, assetId: asset.id, unit, date };
  });
  readonly options = $derived.by(() => referenceOptions(this.#question));
  readonly doubts = $derived.by(() => doubtsAbout(this.#reference, this.#question));
  readonly places = $derived.by(() => {
    const { organization_id: own } = this.#of().asset;
    return this.#locations.all
      .filter((place) => place.organization_id === null || place.organization_id === own)
      .toSorted((a, b) => Number(b.is_calibration_lab) - Number(a.is_calibration_lab));
  });
  readonly known = $derived.by(() => {
    const { asset, channel, basis, entry } = this.#of();
    if (basis.lacking.includes('history')) return null;
    return knownHistory(basis, { asset, channel, date: this.#date, entry: entry !== null });
  });
  readonly notice = $derived.by(() => this.known && historyNotice(this.form, this.known));
  readonly due = $derived.by(() => dueDate(this.form, intervalOf(this.#of().asset)));
  /** The body to save, or what stands in its way. */
  readonly wanted: BuiltBody = $derived.by(() => {
    const { session, form, known, options, doubts } = this;
    const { answered, result } = session.live;
    const { asset } = this.#of();
    return buildBody({
      form,
      analysis: answered?.request && result ? { request: answered.request, result } : null,
      problems: [
        ...session.built.problems,
        ...(session.refusal ? [session.refusal] : []),
        ...session.fault,
        ...undecided(this.notice)
      ],
      judgedWith: judgedWith(form, known, options),
      interval: intervalOf(asset),
      hasChannels: asset.channels.some((channel) => channel.archived_at === null),
      today: dayHere(new Date()),
      doubts
    });
  });
  /** Why the device could not store it; empty where it could. */
  failure = $state('');
  savedId = $state<string | null>(null);
  /** Of an external calibration: what the laboratory sent, added here. */
  files = $state.raw<readonly File[]>([]);
  /** The files are read, and each change of them so far is stored. */
  #attached: Promise<void>;
  /** Why the device could not store them; empty where it could. */
  filesFailure = $state('');
  /** Where it is in the queue. */
  readonly saved = $derived.by(() => queue.entries.find(({ id }) => id === this.savedId) ?? null);

  /** @param remember what was being typed in, as the session ends */
  constructor({ form: start, takenUp }: Begun, hold: DraftHold, remember: () => void, of: () => Instrument) {
    this.#of = of;
    this.#start = start;
    const { asset, channel, entry } = of();
    this.session = new FormSession(start, analyzeWithTrials);
    this.key = instrumentKey(asset.id, channel?.id ?? null);
    this.keeper = new DraftKeeper(entry === null ? this.key : correctionDraft(entry.id), asset.asset_id, hold.lost);
    this.#attached = drafts.files(this.keeper.id).then(
      (files) => void (this.files = files),
      () => undefined
    );
    let typed = false;
    $effect(() => {
      typed ||= this.changed;
      // What was undone must not come back from the disk.
      if (typed && !this.changed && takenUp === null && this.files.length === 0) this.keeper.undo();
      else if (typed) this.keeper.keep(this.form, this.session.live.result);
    });
    $effect(() => () => {
      this.session.live.stop();
      void this.keeper.flush();
    });
    $effect(() => {
      hold.onrelease = () => this.keeper.flush();
    });
    $effect(() =>
      drafts.whileTyping(async () => {
        remember();
        await this.keeper.flush();
        return this.keeper.savedAt !== null && !this.keeper.failed;
      })
    );
    $effect(() => {
      void this.form;
      return () => this.run.cancel();
    });
  }

  /** Leaving would lose what was typed. */
  get unkept(): boolean {
    return this.savedId === null && this.changed && this.keeper.failed;
  }
  /** The form with the history that has arrived, and as it is although it has. */
  readonly withHistory = (form: CalibrateForm): CalibrateForm => (this.notice ? takeHistory(form, this.notice) : form);
  readonly withoutHistory = (form: CalibrateForm): CalibrateForm =>
    this.known ? declineHistory(form, this.known) : form;

  /** Given up for a day before its calibration; days come by while a date is typed, and the next may be the one that is meant. */
  #givenUp: ChosenReference | null = null;
  /** The form of another day: a reference is looked up by it, and another day may mean another calibration of it. */
  readonly onDay = (form: CalibrateForm, date: string): CalibrateForm => {
    const wanted = form.reference ?? this.#givenUp;
    const standing =
      wanted &&
      isDay(date) &&
      referenceOptions({ ...this.#question, date }).find(
        (option) => option.key === instrumentKey(wanted.asset_id, wanted.channel_id)
      );
    const reference = standing ? standing.chosen : form.reference;
    this.#givenUp = reference === null ? wanted : null;
    return { ...form, calibration_date: date, reference };
  };

  /** Procedures that may be followed: the asset's organization's and those of all that are in force, and the one that was chosen. */
  get procedures(): readonly ProcedureOption[] {
    const { asset, channel } = this.#of();
    return this.#procedures.all
      .filter(({ organization_id: owner }) => owner === null || owner === asset.organization_id)
      .filter(({ id, retired_at }) => retired_at === null || id === this.form.procedure?.id)
      .map((known) => ({
        chosen: choose(known),
        plan: known.plan === null ? null : readPlan(known.plan, channel ?? asset),
        referenceClass: known.reference_class
      }));
  }

  /** Those of the revision that is followed; a refused entry that is corrected names a revision alone. */
  get #limits() {
    const { procedure, kind } = this.form;
    if (procedure === null || kind === 'external') return null;
    const known = this.procedures.find(({ chosen }) => chosen.id === procedure.id)?.chosen;
    return known?.revision === procedure.revision ? known.environment : procedure.environment;
  }

  /** What of it can hardly be. */
  unusual(body: CreateCalibrationBody): readonly UnusualFact[] {
    const { asset, channel } = this.#of();
    const registeredOn = dayHere(new Date(asset.created_at));
    const record = {
      body,
      measuring: channel ?? asset,
      registeredOn,
      inUseSince: asset.in_use_since,
      limits: this.#limits
    };
    return unusualFacts(record, dayHere(new Date()));
  }

  /**
   * Puts it into the queue of the device, if it is still what is on the screen: whoever saves several may change one while those before it
   * are stored. {@link failure} says why not.
   */
  async storeUnlessChanged(body: CreateCalibrationBody): Promise<string | null> {
    await this.session.live.settled();
    const isUnchanged = JSON.stringify(this.wanted.body) === JSON.stringify(body);
    if (isUnchanged) return this.store(body);
    this.failure = get(_)('calibrate.save.changed');
    return null;
  }

  /** Puts it into the queue of the device; {@link failure} says why not. */
  async store(body: CreateCalibrationBody): Promise<string | null> {
    this.failure = '';
    try {
      const whole = await drawTrials(this.run, body, this.session.built.trials);
      if (whole === null) this.failure = this.#trialsFailure();
      else this.savedId = await this.#queue(whole);
    } catch (error) {
      const code = error instanceof SaveFailed ? error.code : 'storage_failed';
      this.failure = get(_)(`calibrate.save.${code}`);
    }
    return this.savedId;
  }

  /** Adds or removes files: they stay with the draft, and go into the queue with the calibration. One change waits for the one before. */
  attach(change: (files: readonly File[]) => readonly File[]): Promise<void> {
    this.#attached = this.#attached.then(() => this.#attach(change));
    return this.#attached;
  }

  async #attach(change: (files: readonly File[]) => readonly File[]): Promise<void> {
    this.filesFailure = '';
    try {
      const files = change(this.files);
      await drafts.keepFiles(this.keeper.id, files);
      this.files = files;
    } catch (error) {
      const code = error instanceof SaveFailed ? error.code : 'storage_failed';
      this.filesFailure = get(_)(`calibrate.save.${code}`);
    }
  }

  async #queue(body: CreateCalibrationBody): Promise<string> {
    await this.#attached;
    const { asset, channel, entry } = this.#of();
    const labels = { asset_label: asset.asset_id, channel_label: channel?.name ?? '' };
    const files = body.kind === 'external' ? this.files : [];
    const id = entry === null ? await queue.add(body, labels, files, asset) : entry.id;
    if (entry !== null) {
      await queue.correct(entry.id, body);
      if (files.length > 0) await edits.calibrationFiles(asset, entry.id, files);
    }
    const { reference } = this.form;
    if (reference !== null) {
      const used = instrumentKey(reference.asset_id, reference.channel_id);
      preferences.lastReference = { ...preferences.lastReference, [this.key]: used };
    }
    // The calibration is safe; a draft that cannot be removed is only in the way.
    await this.keeper.close().catch(() => {});
    return id;
  }

  #trialsFailure(): string {
    const translate = get(_);
    if (this.run.ended === 'cancelled') return translate('calibrate.save.trials_cancelled');
    return translate(`calibrate.problem.${this.run.ended}`, { default: translate('analysis.trials.failed') });
  }
}
