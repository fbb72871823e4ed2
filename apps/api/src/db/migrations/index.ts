import type { MigrationObject } from '@mikro-orm/core'
import { textMigrations } from './added-texts.ts'
import { FirstSchema } from './first-schema.ts'

/**
 * In execution order. The first schema was created in many steps and has the name of the last one, so a database that
 * ran them already has it.
 */
export const migrations: readonly MigrationObject[] = [
  { name: 'piece-metadata', class: FirstSchema },
  ...textMigrations,
]

export const migrationNames = migrations.map(({ name }) => name)
