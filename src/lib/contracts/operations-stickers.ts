import { MIB, operation } from './operation.ts';
import { byRef, refQuery } from './operations-registry.ts';
import { stickerFormat, stickersBody, stickerSize } from './stickers.ts';

export const stickerOperations = {
  getSticker: operation({
    method: 'GET',
    path: '/assets/{ref}/sticker',
    tag: 'Assets',
    summary: 'A sticker with the asset’s identifier, name, due date and QR code',
    description: 'Images have 300 dpi; a PDF is one page of the sticker’s size. Texts are in the caller’s language.',
    access: 'user',
    params: byRef,
    query: refQuery.extend({ size: stickerSize.default('2x2'), format: stickerFormat.default('png') }),
    answers: { 200: { media: ['image/png', 'image/jpeg', 'application/pdf'] } },
    refusals: ['not_found', 'ambiguous_ref', 'too_many_requests', 'too_large']
  }),
  printStickers: operation({
    method: 'POST',
    path: '/assets/stickers',
    tag: 'Assets',
    summary: 'Stickers for up to 1,000 assets',
    description:
      'Returns a PDF with one page for each sticker or with sheets of label paper, ZPL for label printers, or a ZIP of PNG files. All or nothing; no data is changed.',
    access: 'user',
    query: refQuery,
    body: stickersBody,
    bodyLimit: MIB,
    answers: { 200: { media: ['application/pdf', 'application/vnd.zebra-zpl', 'application/zip'] } },
    refusals: ['not_found', 'ambiguous_ref', 'too_many_requests', 'too_large']
  })
} as const;
