/** What setting one document by TeX may take. */
export const TEX_LIMITS = {
  /** By the clock, for both passes together, and of the processor. */
  seconds: 30,
  memoryBytes: 1024 ** 3,
  /** Of each file that it writes. */
  fileBytes: 32 * 1024 ** 2,
  openFiles: 128,
  /** Of its log that is read. */
  logBytes: 1024 ** 2
} as const;
