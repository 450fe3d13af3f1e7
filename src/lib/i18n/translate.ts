/** What `$_` of svelte-i18n is to functions that put words together: a key becomes the message, with its values filled in. */
export type Translate = (
  key: string,
  options?: { values?: Record<string, string | number>; default?: string }
) => string;
