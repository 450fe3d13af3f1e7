/** Lets the page answer a press, and paint, before work goes on that nobody sees. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
