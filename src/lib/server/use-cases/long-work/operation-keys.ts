/** The keys of the files of long work in the object store. */
export const OPERATION_FILES = 'operations/';
/** The uploaded file; removed when the work has finished. */
export const keyOfUpload = (id: string): string => `${OPERATION_FILES}${id}/upload`;
/** The resulting file. */
export const keyOfResult = (id: string): string => `${OPERATION_FILES}${id}/result`;
