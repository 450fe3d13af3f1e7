import { z } from 'zod';
import { LARGEST_ATTACHMENT } from '#lib/records/attachment.ts';
import { ATTACHMENT_TYPES, attachmentName, attachmentSchema } from './attachments.ts';
import { operation } from './operation.ts';
import { byRef, refQuery } from './operations-registry.ts';
import { id } from './primitives.ts';

const tag = 'Files';
const list = { method: 'GET', tag, access: 'user', answers: { 200: z.array(attachmentSchema) } } as const;
const add = {
  method: 'POST',
  tag,
  description:
    'The body is the file itself, up to 50 MiB. Its type is determined from its name and its contents, which must agree. Pictures are re-encoded as WebP. If the record already has the same file under this name, it is returned and not stored again.',
  access: 'technician',
  upload: [...new Set(Object.values(ATTACHMENT_TYPES)), 'application/octet-stream'],
  streamed: true,
  bodyLimit: LARGEST_ATTACHMENT,
  answers: { 201: attachmentSchema }
} as const;
const remove = { method: 'DELETE', tag, access: 'technician', answers: { 204: null } } as const;

const ofAsset = { path: '/assets/{ref}/files', refusals: ['not_found', 'ambiguous_ref', 'forbidden'] } as const;
const ofProcedure = { path: '/procedures/{id}/files', refusals: ['not_found', 'forbidden'] } as const;
const ofCalibration = { path: '/calibrations/{id}/files', refusals: ['not_found', 'forbidden'] } as const;

const byId = z.strictObject({ id });

const named = z.strictObject({ name: attachmentName.describe('File name with extension') });

export const attachmentOperations = {
  listAssetFiles: operation({
    ...list,
    ...ofAsset,
    summary: 'List the files of an asset, newest first',
    params: byRef,
    query: refQuery
  }),
  addAssetFile: operation({
    ...add,
    ...ofAsset,
    summary: 'Add a file to an asset',
    params: byRef,
    query: refQuery.extend(named.shape),
    refusals: [...ofAsset.refusals, 'too_many_files']
  }),
  deleteAssetFile: operation({
    ...remove,
    ...ofAsset,
    path: '/assets/{ref}/files/{file_id}',
    summary: 'Remove a file of an asset',
    params: byRef.extend({ file_id: id }),
    query: refQuery
  }),
  listProcedureFiles: operation({
    ...list,
    ...ofProcedure,
    summary: 'List the files of a procedure, newest first',
    params: byId
  }),
  addProcedureFile: operation({
    ...add,
    ...ofProcedure,
    summary: 'Add a file to a procedure',
    params: byId,
    query: named,
    refusals: [...ofProcedure.refusals, 'too_many_files']
  }),
  deleteProcedureFile: operation({
    ...remove,
    ...ofProcedure,
    path: '/procedures/{id}/files/{file_id}',
    summary: 'Remove a file of a procedure',
    params: byId.extend({ file_id: id })
  }),
  listCalibrationFiles: operation({
    ...list,
    ...ofCalibration,
    summary: 'List the files of a calibration, newest first',
    params: byId
  }),
  addCalibrationFile: operation({
    ...add,
    ...ofCalibration,
    summary: 'Add a file to a calibration; it cannot be changed or removed afterwards',
    params: byId,
    query: named,
    refusals: [...ofCalibration.refusals, 'too_many_files']
  })
} as const;
