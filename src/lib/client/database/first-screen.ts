/**
 * When the first page is on the screen. Until then it has the processor to itself: invisible work (opening databases,
 * looking for an update) waits.
 */
const LONGEST_WAIT_MS = 3000;

let arrive: () => void = () => {};

/**
 * Resolves once the first page has been painted, or after a while if none is painted: a background tab paints nothing.
 */
export const firstScreen = new Promise<void>((resolve) => {
  arrive = resolve;
  setTimeout(resolve, LONGEST_WAIT_MS);
});

/** Call it when the first page is in the document. */
export function noteFirstScreen(): void {
  // The next frame begins when this one has been painted.
  requestAnimationFrame(() => setTimeout(arrive));
}
