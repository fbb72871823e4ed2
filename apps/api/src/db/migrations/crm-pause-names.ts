import { Migration } from '@mikro-orm/migrations'

/**
 * The two reasons for sending nothing to the CRM get columns that say what they are. The release before reads and
 * writes stopped_at, stopped_by, paused_at and paused_reason, so these stay and a trigger keeps both in step. The next
 * release reads the new ones alone, and the one after it may drop the old columns with the trigger.
 */
export class CrmPauseNames extends Migration {
  override up(): void {
    this.addSql(`
      alter table crm_state
        add column staff_paused_at timestamptz(3) null,
        add column staff_paused_by varchar(200) null,
        add column credentials_rejected_at timestamptz(3) null,
        add column credentials_rejected_reason varchar(500) null`)
    this.addSql(`
      update crm_state set staff_paused_at = stopped_at, staff_paused_by = stopped_by,
             credentials_rejected_at = paused_at, credentials_rejected_reason = paused_reason`)
    this.addSql(`
      create function crm_state_pause_names() returns trigger language plpgsql as $$ begin
        ${pairs.map(([name, before]) => inStep(name, before)).join('\n        ')}
        return new;
      end $$`)
    this.addSql(`
      create trigger crm_state_pause_names before update on crm_state
        for each row execute function crm_state_pause_names()`)
  }
}

const pairs = [
  ['staff_paused_at', 'stopped_at'],
  ['staff_paused_by', 'stopped_by'],
  ['credentials_rejected_at', 'paused_at'],
  ['credentials_rejected_reason', 'paused_reason'],
] as const

/** Whichever of the two an update changes, the other one follows. */
const inStep = (name: string, before: string) =>
  `if new.${before} is distinct from old.${before} then new.${name} := new.${before}; else new.${before} := new.${name}; end if;`
