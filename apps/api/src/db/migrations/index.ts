import type { MigrationObject } from '@mikro-orm/core'
import { textMigrations } from './added-texts.ts'
import { FirstSchema } from './first-schema.ts'

/**
 * In the order in which they run. The first schema was made in many steps, and has the name of the last one: a database that took
 * them has it.
 */
export const migrations: readonly MigrationObject[] = [
  { name: 'piece-metadata', class: FirstSchema },
  ...textMigrations,
]

export const migrationNames = migrations.map(({ name }) => name)
