import { Migration } from '@mikro-orm/migrations'

/** Drops the first names of the two reasons to send nothing to the CRM. */
export class OneCrmPause extends Migration {
  override up(): void {
    this.addSql('drop trigger crm_state_pause_names on crm_state')
    this.addSql('drop function crm_state_pause_names()')
    this.addSql(`
      alter table crm_state
        drop column stopped_at, drop column stopped_by, drop column paused_at, drop column paused_reason`)
  }
}
