const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether all of a text is a UUID. A `{ref}` is one, or else an `asset_id`, which may therefore never be one. */
export const isUuid = (text: string): boolean => UUID.test(text);
