import { sql } from 'kysely'
import { columns, type Fragment, table } from '../../db/sql.ts'
import { PasskeyEntity, StaffAuthenticatorEntity } from '../../entities/accounts.entity.ts'

const authenticator = columns(StaffAuthenticatorEntity, 'a')
const passkey = columns(PasskeyEntity, 'k')

/** SQL for whether the account with this id requires a second factor to sign in. */
export const hasSecondFactor = (staffId: Fragment) => sql<boolean>`
  (exists (select from ${table(StaffAuthenticatorEntity)} a
            where ${authenticator.staff} = ${staffId} and ${authenticator.secret} is not null)
    or exists (select from ${table(PasskeyEntity)} k where ${passkey.staff} = ${staffId}))`
