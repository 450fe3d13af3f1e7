export type RawEvent = { readonly event: string; readonly data: string };

/**
 * Takes the text of an event stream in arbitrary pieces and returns the completed events (the
 * parsing rules of server-sent events, without ids and retry, which the sync stream does not use).
 */
export function createEventParser(): (piece: string) => readonly RawEvent[] {
  let buffer = '';
  return (piece) => {
    buffer += piece;
    const blocks = buffer.split(/\r?\n\r?\n/);
    buffer = blocks.pop() ?? '';
    return blocks.map(parseBlock).filter((event) => event !== null);
  };
}

function parseBlock(block: string): RawEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('event:')) event = value;
    if (line.startsWith('data:')) data.push(value);
  }
  return data.length === 0 && event === 'message' ? null : { event, data: data.join('\n') };
}
