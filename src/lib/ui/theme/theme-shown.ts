export type ThemeChoice = 'system' | 'light' | 'dark' | 'field';
export const prefersDark = 'prefers-color-scheme: dark';

/** The palette of a choice; `system` follows the device. */
export const themeShown = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' | 'field' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
