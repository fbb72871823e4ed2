import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { CrmErasureEntity, CrmStateEntity } from '../modules/crm/crm.entity.ts'
import { StaffSessionEntity, StaffUserEntity } from '../modules/staff/accounts.entity.ts'
import { LeadCountDayEntity, LeadCountEntity, LeadCountStateEntity, LeadEntity } from '../modules/leads/leads.entity.ts'
import { PricingAuditEntity, PricingProductEntity } from '../modules/pricing/pricing.entity.ts'
import { SampleRequestEntity } from '../modules/samples/samples.entity.ts'
import { SignInEntity } from '../modules/staff/sign-ins.entity.ts'
import { PasswordResetEntity, SettingsAuditEntity, StaffInvitationEntity } from '../modules/staff/staff.entity.ts'
import { SampleTemplateEntity } from '../modules/templates/templates.entity.ts'
import { migrations } from './migrations/index.ts'

/** Milliseconds that a database may take before it counts as absent. */
interface Patience {
  connectionTimeoutMillis: number
  /** The server itself gives up. */
  statement_timeout: number
  /** We give up on a server that hangs and cannot. */
  query_timeout?: number
  /** Longest wait for what somebody else holds. */
  lock_timeout?: number
}

/** Behind a request somebody waits: with all three in a row it still has an answer within five seconds. */
export const forRequests: Patience = { connectionTimeoutMillis: 1_500, statement_timeout: 3_000, query_timeout: 3_300 }

/** Nobody waits for what is done in the background. */
const forWork: Patience = { connectionTimeoutMillis: 2_000, statement_timeout: 10_000 }

/** A migration may take its time, but nobody waits for long behind a lock that it waits for itself. */
export const forMigrations: Patience = { connectionTimeoutMillis: 5_000, statement_timeout: 0, lock_timeout: 2_000 }

/**
 * Opens the database lazily: nothing is asked of it before the first query.
 * Limits keep a slow or absent database from holding requests for ever.
 */
export const openOrm = (databaseUrl: string, poolMax: number, patience = forWork): Promise<MikroORM> =>
  MikroORM.init(
    defineConfig({
      clientUrl: databaseUrl,
      entities: [
        CrmErasureEntity,
        CrmStateEntity,
        LeadCountDayEntity,
        LeadCountEntity,
        LeadCountStateEntity,
        LeadEntity,
        PasswordResetEntity,
        PricingAuditEntity,
        PricingProductEntity,
        SampleRequestEntity,
        SampleTemplateEntity,
        SettingsAuditEntity,
        SignInEntity,
        StaffInvitationEntity,
        StaffSessionEntity,
        StaffUserEntity,
      ],
      extensions: [Migrator],
      forceUtcTimezone: true,
      // The library's own messages may hold values of a query; we log names and codes ourselves.
      logger: () => {},
      pool: { min: 0, max: poolMax },
      driverOptions: {
        application_name: 'direct-mail-api',
        ...patience,
        idle_in_transaction_session_timeout: 10_000,
        keepAlive: true,
      },
      schemaGenerator: { skipTables: ['rate_limit', 'record_trace'], ignoreSchema: ['graphile_worker'] },
      migrations: {
        migrationsList: migrations,
        tableName: 'schema_migration',
        transactional: true,
        // Each in a transaction of its own, but for those that PostgreSQL runs in none.
        allOrNothing: false,
        snapshot: false,
        disableForeignKeys: false,
      },
    }),
  )
