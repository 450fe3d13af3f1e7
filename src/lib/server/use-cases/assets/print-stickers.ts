import type { Asset } from '#lib/contracts/assets.ts';
import type { StickerFormat, StickersBody, StickerSize } from '#lib/contracts/stickers.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { LABEL_SHEETS, labelsOn } from '#lib/laboratory/stickers/label-sheets.ts';
import { STICKER_SIZES, type LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { pictureOfSvg } from '#lib/server/images/picture-of-svg.ts';
import type { DrawnStickers, StickerOrder } from '#lib/server/stickers/draw-stickers.ts';
import { DPI } from '#lib/server/stickers/lay-out-sticker.ts';
import { stickerOf, type Sticker } from '#lib/server/stickers/sticker.ts';
import { STICKER_WORDS } from '#lib/server/stickers/sticker-words.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { getAsset, type AssetRef } from './read-assets.ts';
import { resolveAssets } from './resolve-assets.ts';
import { zipOf } from './zip-of.ts';

export type PrintedStickers = {
  readonly bytes: Uint8Array | string;
  readonly media: string;
  readonly filename: string;
};
type Draw = (order: StickerOrder) => Promise<DrawnStickers>;
const PICTURE_MEDIA = { png: 'image/png', jpg: 'image/jpeg' } as const;

/** @throws Refusal `not_found`, `ambiguous_ref`, `too_many_requests` */
export async function getSticker(
  services: Services,
  actor: PersonActor,
  ref: AssetRef,
  { size, format }: { readonly size: StickerSize; readonly format: StickerFormat },
  signal?: AbortSignal
): Promise<PrintedStickers> {
  const asset = await getAsset(services, actor, ref);
  const stickers = [stickerOf(asset, actor.language, services.origin)];
  const label = STICKER_SIZES[size];
  const filename = `${asset.asset_id}.${format}`;
  return services.prints.stickers(
    actor.userId,
    async (draw) => {
      if (format === 'pdf') return asPdf(draw, services, actor, { stickers, on: { label } }, filename);
      const [picture] = await picturesOf(draw, stickers, label, format, signal);
      if (!picture) throw new Error('A sticker was not drawn');
      return { bytes: picture, media: PICTURE_MEDIA[format], filename };
    },
    signal
  );
}

/**
 * Stickers for many, in the order given; all or nothing.
 * @param organizationId decides if several organizations use the same `asset_id`. @throws InvalidInput if the sheet
 * does not match the other options; Refusal `not_found`, `ambiguous_ref`, `too_many_requests`
 */
export async function printStickers(
  services: Services,
  actor: PersonActor,
  body: StickersBody,
  organizationId: string | null,
  signal?: AbortSignal
): Promise<PrintedStickers> {
  assertSheetFits(body);
  const assets = await assetsOf(services, actor, body.refs, organizationId);
  const stickers = assets.map((asset) => stickerOf(asset, actor.language, services.origin));
  const label = STICKER_SIZES[body.size];
  return services.prints.stickers(
    actor.userId,
    async (draw) => {
      if (body.format === 'pdf') {
        const on = body.sheet === undefined ? { label } : { sheet: body.sheet, skip: body.skip };
        return asPdf(draw, services, actor, { stickers, on }, 'stickers.pdf');
      }
      if (body.format === 'zpl') {
        const bytes = fileOf(await draw({ as: 'zpl', stickers, label, dpi: body.dpi }));
        return { bytes, media: 'application/vnd.zebra-zpl', filename: 'stickers.zpl' };
      }
      const pictures = await picturesOf(draw, stickers, label, 'png', signal);
      const files = pictures.map((bytes, i) => ({ name: `${stickers[i]?.asset_id ?? ''}.png`, bytes }));
      return { bytes: zipOf(files), media: 'application/zip', filename: 'stickers.zip' };
    },
    signal
  );
}

function assertSheetFits({ format, sheet, skip }: StickersBody): void {
  if (sheet === undefined) {
    if (skip > 0) throw invalidInput(['body', 'skip'], 'sheet_needed', 'Labels can be skipped only on a sheet.');
    return;
  }
  if (format !== 'pdf') throw invalidInput(['body', 'sheet'], 'pdf_only', 'Label sheets are available only as PDF.');
  const labels = labelsOn(LABEL_SHEETS[sheet]);
  if (skip >= labels) {
    throw invalidInput(['body', 'skip'], 'no_label_left', `This sheet has ${labels} labels. Skip fewer.`);
  }
}

const assetsOf = (
  services: Services,
  actor: PersonActor,
  refs: readonly string[],
  organizationId: string | null
): Promise<readonly Asset[]> =>
  transaction(services.pool, actor, (tx) => resolveAssets(tx, services, actor, refs, organizationId));

async function asPdf(
  draw: Draw,
  { now }: Services,
  { language, fullName }: PersonActor,
  what: Pick<Extract<StickerOrder, { as: 'pdf' }>, 'stickers' | 'on'>,
  filename: string
): Promise<PrintedStickers> {
  const drawn = await draw({
    as: 'pdf',
    ...what,
    title: STICKER_WORDS[language].title,
    author: fullName,
    createdAt: now()
  });
  return { bytes: fileOf(drawn), media: 'application/pdf', filename };
}

function fileOf(drawn: DrawnStickers): Uint8Array | string {
  if (!('file' in drawn)) throw new Error('No file was drawn');
  return drawn.file;
}

/** One after another: a thousand at once would all be unpacked in memory. */
async function picturesOf(
  draw: Draw,
  stickers: readonly Sticker[],
  label: LabelSize,
  format: 'png' | 'jpg',
  signal?: AbortSignal
): Promise<readonly Buffer[]> {
  const drawn = await draw({ as: 'svg', stickers, label });
  if (!('svgs' in drawn)) throw new Error('No pictures were drawn');
  const pictures: Buffer[] = [];
  for (const svg of drawn.svgs) {
    signal?.throwIfAborted();
    pictures.push(await pictureOfSvg(svg, format, DPI));
  }
  return pictures;
}
