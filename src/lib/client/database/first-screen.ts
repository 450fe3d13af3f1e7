/**
 * When the first page is on the screen. Until then the processor belongs to it: what nobody can see yet (opening databases,
 * looking for an update) waits for it.
 */
const LONGEST_WAIT_MS = 3000;

let arrive: () => void = () => {};

/** Resolves once the first page has been painted, or after a while where none is: a tab in the background paints nothing. */
export const firstScreen = new Promise<void>((resolve) => {
  arrive = resolve;
  setTimeout(resolve, LONGEST_WAIT_MS);
});

/** To be called when the first page stands in the document. */
export function noteFirstScreen(): void {
  // The frame after this one begins when this one has been painted.
  requestAnimationFrame(() => setTimeout(arrive));
}
