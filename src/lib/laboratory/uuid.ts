const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether all of a text is a UUID. A `{ref}` is a UUID or an `asset_id`, so an `asset_id` may never be a UUID. */
export const isUuid = (text: string): boolean => UUID.test(text);
