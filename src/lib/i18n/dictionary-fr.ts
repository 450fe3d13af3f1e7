import type { Dictionary } from './dictionary.ts';
import { byArea } from './dictionary.ts';

/** Without the areas that their pages fetch themselves (later-words.ts). */
export default byArea(
  import.meta.glob<Dictionary>(
    [
      './fr/*.json',
      '!./fr/{admin,analysis,audit,bulk,calendar,calibrate,exchange,field,files,health,model,procedures,recall,scan,stickers,traceability,views}.json'
    ],
    {
      eager: true,
      import: 'default'
    }
  )
);
