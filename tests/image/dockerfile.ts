/** The Dockerfile as the steps that an engine would run. */

export type Instruction = { readonly name: string; readonly text: string };
export type BuildStage = {
  readonly base: string;
  readonly name: string | null;
  readonly steps: readonly Instruction[];
};

/** Continued lines are one instruction; comments are left out. @throws Error if it does not begin with FROM */
export function readDockerfile(text: string): readonly BuildStage[] {
  const stages: (Omit<BuildStage, 'steps'> & { steps: Instruction[] })[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [base = '', , stage] = rest.split(/\s+/);
      stages.push({ base, name: stage ?? null, steps: [] });
      continue;
    }
    const last = stages.at(-1);
    if (last === undefined || name === '') throw new Error(`Not an instruction of a stage: ${line}`);
    last.steps.push({ name, text: rest });
  }
  return stages;
}
