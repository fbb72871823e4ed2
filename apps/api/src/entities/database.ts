import type { EntityManager as AnyEntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { entities } from './entities.ts'

/** An entity manager typed with every table of the product, its columns, and its nulls. */
export type EntityManager = AnyEntityManager & { '~entities'?: typeof entities }

/** The opened database. */
export type Database = MikroORM<AnyEntityManager, typeof entities>

/**
 * The query builder over all tables, in the running transaction if there is one. Columns have the names of their
 * properties, and values have the entity's types, in the query and in its result.
 */
export const tables = (em: EntityManager) => em.getKysely({ columnNamingStrategy: 'property', convertValues: true })

/** The tables as typed by the query builder. */
export type Tables = ReturnType<typeof tables> extends Kysely<infer Known> ? Known : never
