type Named = { readonly code: string | null; readonly name: string };

/** Code and name; one of them where the other says nothing else, as of procedures that another system had by name only. */
export const procedureParts = ({ code, name }: Named): readonly string[] => {
  const parts = [code ?? '', name].filter((part) => part !== '');
  const [first = '', second = ''] = parts.map((part) => part.trim().toLowerCase());
  return first === second ? parts.slice(0, 1) : parts;
};
export const procedureTitle = (procedure: Named): string => procedureParts(procedure).join(' ');
