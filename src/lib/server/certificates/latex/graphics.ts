import type { Call, Commands } from './call.ts';
import { readOptions } from './options.ts';

/** Only pictures that the server made have a name; no file is ever opened. */
function includeGraphics(call: Call): void {
  const options = readOptions(call.optional() ?? []);
  const name = call.word();
  const picture = call.engine.facts.pictures.get(name);
  if (!picture) {
    const known = [...call.engine.facts.pictures.keys()];
    if (known.length === 0) call.fault('no_pictures', { name });
    else call.fault('no_picture', { name, known: known.join(', ') });
    return;
  }
  let width: number | null = null;
  let height: number | null = null;
  for (const [option, value] of options) {
    if (option === 'width') width = call.length(value);
    else if (option === 'height' || option === 'totalheight') height = call.length(value);
    else if (option === 'scale') width = picture.width * Number(value);
    else if (option !== 'keepaspectratio') call.fault('unknown_option', { option });
  }
  const byHeight = height === null ? Infinity : (height * picture.width) / picture.height;
  const own = Math.min(width ?? (height === null ? picture.width : Infinity), byHeight);
  if (!(own > 0 && own <= 5000)) {
    call.fault('picture_size', { name });
    return;
  }
  call.engine.countPicture(call.line);
  call.flow.inline({ kind: 'box', blocks: picture.blocks(own), width: own, align: 'foot' });
}

export const GRAPHICS_COMMANDS: Commands = { includegraphics: includeGraphics };
