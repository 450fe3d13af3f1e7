/** Where the files of long work lie in the object store. */
export const OPERATION_FILES = 'operations/';
/** What was uploaded for it; removed when it has finished. */
export const keyOfUpload = (id: string): string => `${OPERATION_FILES}${id}/upload`;
/** What it has made. */
export const keyOfResult = (id: string): string => `${OPERATION_FILES}${id}/result`;
