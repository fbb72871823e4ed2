interface Instruction {
  /** FROM, RUN, COPY and so on. */
  name: string
  rest: string
}

export interface Stage {
  name: string
  /** Another stage, or an image. */
  base: string
  instructions: Instruction[]
}

/** The stages of a Dockerfile, without comments and with continued lines joined. */
export function readStages(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = line.match(/^(\w+)\s+(.*)$/) ?? []
    if (name === 'FROM') {
      const [base = '', , stage = ''] = rest.split(/\s+/)
      stages.push({ name: stage, base, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, rest })
  }
  return stages
}

/** The stage preceded by the stages that it builds on. */
export function lineage(stages: readonly Stage[], name: string): Stage[] {
  const stage = stages.find((candidate) => candidate.name === name)
  return stage ? [...lineage(stages, stage.base), stage] : []
}

/** The arguments of this instruction in the stage and its bases, in order. */
export const saidBy = (stages: readonly Stage[], name: string, instruction: string): string[] =>
  lineage(stages, name).flatMap(({ instructions }) =>
    instructions.filter((one) => one.name === instruction).map(({ rest }) => rest),
  )

/** The variables that ENV sets: NAME=value, values without spaces. */
export const environmentOf = (stages: readonly Stage[], name: string): Record<string, string> =>
  Object.fromEntries(
    saidBy(stages, name, 'ENV').flatMap((rest) =>
      rest.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  )
