import type { Call, Commands } from './call.ts';
import { QUANTITIES, setUp } from './quantities.ts';

const printed = (call: Call) => {
  const parts = QUANTITIES[call.name]?.(call) ?? [];
  for (const { text, isRaised } of parts) {
    call.flow.literal(text, isRaised ? { ...call.scope.style, script: 'super' } : call.scope.style);
  }
};

export const QUANTITY_COMMANDS: Commands = {
  ...Object.fromEntries(Object.keys(QUANTITIES).map((name) => [name, printed])),
  sisetup: (call) => setUp(call.argument(), call)
};
