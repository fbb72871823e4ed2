import { Migration } from '@mikro-orm/migrations'

/**
 * CRM records, messages and proofs share one queue of jobs and one kind of circuit breaker. The rows are their own outboxes:
 * those that the former queue held are marked for the relay, which queues them again.
 */
export class JobEngine extends Migration {
  override up(): void {
    this.addSql('alter table message_rest rename to circuit_breaker')
    this.addSql('alter table circuit_breaker rename column route to destination')
    this.addSql('alter table circuit_breaker rename column not_before to open_until')
    this.addSql('alter table circuit_breaker rename constraint message_rest_pkey to circuit_breaker_pkey')
    this.addSql('alter table crm_state drop column not_before')
    this.queueProofsByTurn()
    this.markUnsent()
    this.addSql('drop schema if exists graphile_worker cascade')
  }

  private queueProofsByTurn(): void {
    this.addSql('drop index print_proof_waiting_index')
    this.addSql('drop index print_proof_claimed_index')
    this.addSql(`
      alter table print_proof
        drop column claimed_until,
        add column is_awaited boolean not null default false,
        add column turn int null`)
    this.addSql("create index print_proof_turn_index on print_proof (turn, created_at) where status = 'rendering'")
    this.addSql("create index print_proof_caller_turn_index on print_proof (caller, turn) where status = 'rendering'")
  }

  private markUnsent(): void {
    this.addSql(`
      update lead set crm_enqueued_at = null
       where crm_enqueued_at is not null and crm_synced_at is null and status = 'new' and not is_spam
         and not exists (select from lead_import where lead_import.id = lead.import_id and not lead_import.sends_to_crm)`)
    this.addSql(`
      update sample_request set crm_enqueued_at = null
       where crm_enqueued_at is not null and crm_synced_at is null and crm_status = 'pending' and not is_spam`)
    this.addSql('update crm_erasure set enqueued_at = null')
    this.addSql("update message set enqueued_at = null where status = 'waiting'")
  }
}
