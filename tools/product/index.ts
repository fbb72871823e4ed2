export { answers } from './answers.ts'
export { ensureFirstStaff, migrate } from './api-commands.ts'
export { built } from './paths.ts'
export { spawnNode } from './supervisor.ts'
