import { sql } from 'kysely'
import { PasskeyEntity, StaffAuthenticatorEntity } from './second-factor.entity.ts'

/** SQL that says whether the account with this id is asked for more than its password. */
export const hasSecondFactor = (staffId: string): string =>
  `(exists (select from ${StaffAuthenticatorEntity.tableName} a where a.staff_id = ${staffId} and a.secret is not null)
    or exists (select from ${PasskeyEntity.tableName} k where k.staff_id = ${staffId}))`

/** The same for the query builder, of the accounts that it selects from. */
export const withSecondFactor = sql<boolean>`${sql.raw(hasSecondFactor('staff_user.id'))}`.as('hasSecondFactor')
