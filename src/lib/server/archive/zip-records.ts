/** The records of a ZIP (PKWARE’s description, 6.3): where their fields are, shared by what writes one and what reads one. */
export const LOCAL = 0x04034b50;
export const CENTRAL = 0x02014b50;
export const END = 0x06054b50;
export const END_64 = 0x06064b50;
export const END_64_PLACE = 0x07064b50;
export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const END_64_BYTES = 56;
export const END_64_PLACE_BYTES = 20;
/** Number of the extra field that holds 64-bit sizes. */
export const EXTRA_64 = 1;
export const STORED = 0;
export const DEFLATED = 8;
/** Names are UTF-8. */
export const UTF8 = 0x800;
export const MAX_16 = 0xffff;
export const MAX_32 = 0xffffffff;
