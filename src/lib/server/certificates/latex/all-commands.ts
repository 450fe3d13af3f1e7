import { BOX_COMMANDS, BOX_ENVIRONMENTS } from './boxes.ts';
import { FLOAT_COMMANDS, FLOAT_ENVIRONMENTS } from './floats.ts';
import { GRAPHICS_COMMANDS } from './graphics.ts';
import { LINK_COMMANDS } from './links.ts';
import { LIST_ENVIRONMENTS } from './lists.ts';
import { MATH_COMMANDS, MATH_ENVIRONMENTS } from './math-commands.ts';
import { MEASURE_COMMANDS } from './measure-commands.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import { PARAGRAPH_COMMANDS } from './paragraph-commands.ts';
import { PREAMBLE_COMMANDS } from './preamble.ts';
import { QUANTITY_COMMANDS } from './quantity-commands.ts';
import { REFERENCE_COMMANDS } from './reference-commands.ts';
import { SPACE_COMMANDS } from './space-commands.ts';
import { SIGN_COMMANDS } from './symbols.ts';
import { TABLE_ENVIRONMENTS } from './tables.ts';
import { TEXT_COMMANDS } from './text-commands.ts';

/** Every command of the subset, outside of formulas. */
export const COMMANDS = new Map(
  Object.entries({
    ...SIGN_COMMANDS,
    ...TEXT_COMMANDS,
    ...PARAGRAPH_COMMANDS,
    ...SPACE_COMMANDS,
    ...BOX_COMMANDS,
    ...GRAPHICS_COMMANDS,
    ...LINK_COMMANDS,
    ...FLOAT_COMMANDS,
    ...REFERENCE_COMMANDS,
    ...PAGE_COMMANDS,
    ...QUANTITY_COMMANDS,
    ...MATH_COMMANDS,
    ...MEASURE_COMMANDS,
    ...PREAMBLE_COMMANDS
  })
);

/** Every environment of the subset; `math` and `displaymath` are also those between $ and between \[ and \]. */
export const ENVIRONMENTS = new Map(
  Object.entries({
    ...LIST_ENVIRONMENTS,
    ...TABLE_ENVIRONMENTS,
    ...FLOAT_ENVIRONMENTS,
    ...BOX_ENVIRONMENTS,
    ...MATH_ENVIRONMENTS
  })
);
