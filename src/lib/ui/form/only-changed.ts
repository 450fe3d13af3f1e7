/**
 * Of what a form says, the fields that were changed in it: what somebody else has changed meanwhile in another field is not overwritten.
 *
 * @param before what the form said when it was opened
 */
export function onlyChanged<Body extends object>(before: Body, after: Body): Partial<Body> {
  const known = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
  const changed = Object.entries(after).filter(([key, value]) => known.get(key) !== JSON.stringify(value));
  return Object.fromEntries(changed) as Partial<Body>;
}
