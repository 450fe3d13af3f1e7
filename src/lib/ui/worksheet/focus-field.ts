/** Brings a field of the form into view, by its place in the form, and gives it the focus. */
export function focusField(field: string): void {
  const target =
    document.getElementById(`calibrate-${field}`) ??
    document.querySelector<HTMLElement>(
      field === 'rows' ? '[data-row] [data-column="reference"]' : '[aria-invalid="true"]'
    ) ??
    document.getElementById('h-points');
  target?.focus({ preventScroll: true });
  // The bar at the foot would hide what is scrolled just into view.
  target?.scrollIntoView({ block: 'center' });
}
