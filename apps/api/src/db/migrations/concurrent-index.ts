import { Migration } from '@mikro-orm/migrations'

/** Adds indexes to tables that are written meanwhile: nobody waits for them. */
export abstract class ConcurrentIndexMigration extends Migration {
  /** What follows `create index concurrently`, by the index's name. */
  protected abstract readonly indexes: Record<string, string>

  // PostgreSQL builds an index beside writers only outside a transaction.
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, on] of Object.entries(this.indexes)) {
      // One that broke off leaves its name behind.
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`create index concurrently ${name} ${on}`)
    }
  }
}
