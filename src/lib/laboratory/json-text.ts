/** JSON that passes through as text, without being parsed and written again. */

/** The text of a JSON object with more members, each given as JSON text. None of them may be in it already. */
export function withMembers(object: string, members: Readonly<Record<string, string>>): string {
  const added = Object.entries(members).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const inside = object.slice(1, -1);
  return `{${[...(inside === '' ? [] : [inside]), ...added].join(',')}}`;
}
