export type ThemeChoice = 'system' | 'light' | 'dark' | 'field';
export const prefersDark = 'prefers-color-scheme: dark';

/** The palette that a choice leads to; `system` follows the device. */
export const themeShown = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' | 'field' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
