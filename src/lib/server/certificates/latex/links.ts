import type { Call, Commands } from './call.ts';
import { readOptions } from './options.ts';
import type { Tex } from './parse-source.ts';

function address(call: Call): string {
  const url = call
    .word()
    .replace(/\\([#%&_~{}])/gu, '$1')
    .replace(/\s+/gu, '');
  if (!/^(?:https?:\/\/|mailto:)[\u0021-\u007e\u00a0-\uffff]+$/u.test(url)) {
    call.fault('needs_address', { given: url });
  }
  return url;
}

function linked(call: Call, url: string, content: readonly Tex[] | null): void {
  const scope = call.scope.inner();
  scope.set({ link: url, ...(call.engine.linkColor && { color: call.engine.linkColor }) });
  if (content) call.run(content, scope);
  else call.flow.literal(url, scope.style);
}

/** The options of hyperref that say how links look; the document's own data are the server's. */
export function setLinks(options: readonly Tex[], call: Call): void {
  for (const [name, value] of readOptions(options)) {
    if (name === 'colorlinks') {
      call.engine.linkColor = value === 'false' ? null : (call.engine.linkColor ?? [255, 0, 255]);
    } else if (name === 'urlcolor' || name === 'allcolors') {
      const color = call.engine.colors.find(null, value);
      if (!color) call.fault('unknown_color', { name: value, define: '\\definecolor' });
      else call.engine.linkColor = color;
    } else if (!/^(?:hidelinks|linkcolor|pdfborder|unicode|pdf[a-z]+|bookmarks)$/u.test(name)) {
      call.fault('unknown_option', { command: 'hyperref', option: name });
    }
  }
}

export const LINK_COMMANDS: Commands = {
  href: (call) => {
    const url = address(call);
    linked(call, url, call.argument());
  },
  url: (call) => linked(call, address(call), null),
  hypersetup: (call) => setLinks(call.argument(), call)
};
