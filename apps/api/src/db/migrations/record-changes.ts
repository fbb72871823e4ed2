import { Migration } from '@mikro-orm/migrations'

const singleton = "'00000000-0000-4000-8000-000000000001'"

/** The JSON value of a field, whose text an earlier table held. */
const typed = (side: 'before' | 'after', numbers: string, booleans: string) => `
  case when field = any('{${numbers}}') then to_jsonb((entry ->> '${side}')::numeric)
       when field = any('{${booleans}}') then to_jsonb((entry ->> '${side}')::boolean)
       when field = 'features' then coalesce(to_jsonb(string_to_array(entry ->> '${side}', E'\\n')), '[]')
       else entry -> '${side}' end`

/** The fields of a list of changes as two objects. */
const fieldsIn = (changes: string, { numbers = '', booleans = '' } = {}) => `
  cross join lateral (
    select coalesce(jsonb_object_agg(field, ${typed('before', numbers, booleans)}), '{}') as before,
           coalesce(jsonb_object_agg(field, ${typed('after', numbers, booleans)}), '{}') as after
      from jsonb_array_elements(coalesce(${changes}, '[]')) as entry
     cross join lateral (select entry ->> 'field' as field) as named) as fields`

const columns =
  'id, group_id, created_at, record_type, record_id, record_name, action, version, actor_id, actor, before, after'

/**
 * One table of changes takes the place of four: the timelines of leads, the marks of sample requests, and the logs of prices and
 * settings. Copied in one statement for each, before the indexes are built.
 */
export class RecordChanges extends Migration {
  override up(): void {
    this.addSql('lock table lead_event, pricing_audit, settings_audit, sample_request in share mode')
    this.addTable()
    this.copyLeads()
    this.copyPrices()
    this.copySettings()
    this.copySampleRequests()
    this.copyTemplates()
    this.addIndexes()
    this.dropFormerTables()
    this.addTrigger()
    this.followChanges()
  }

  private addTable(): void {
    this.addSql(`
      create table record_change (
        id uuid not null,
        created_at timestamptz(3) not null default clock_timestamp(),
        group_id uuid not null,
        record_type varchar(20) not null,
        record_id uuid null,
        record_name varchar(200) null,
        action varchar(40) not null,
        version int null,
        actor_id uuid null,
        actor varchar(200) null,
        before jsonb not null default '{}',
        after jsonb not null default '{}',
        reverts uuid null,
        idempotency_key varchar(64) null
      )`)
  }

  private copyLeads(): void {
    this.addSql(`
      insert into record_change (${columns}, idempotency_key)
      select id, id, created_at, 'lead', lead_id, null,
             case when kind <> 'change' then kind
                  when fields.after ->> 'mergedInto' is not null then 'merge'
                  when fields.before ->> 'mergedInto' is not null then 'unmerge'
                  else 'update' end,
             (data ->> 'version')::int, actor_id, actor,
             fields.before || case kind when 'unmerge' then jsonb_build_object('mergedFrom', data -> 'recordId') else '{}' end,
             fields.after || case kind when 'merge' then jsonb_build_object('mergedFrom', data -> 'recordId')
                                       when 'note' then data - 'changes' - 'version' else '{}' end,
             idempotency_key
        from lead_event ${fieldsIn("data -> 'changes'", { numbers: 'wonValue', booleans: 'isSpam' })}`)
  }

  private copyPrices(): void {
    this.addSql(`
      insert into record_change (${columns})
      select id, id, created_at, 'pricing_product', product_id, product_name, action, null, actor_id, actor,
             case action when 'create' then '{}' else fields.before end, fields.after
        from pricing_audit ${fieldsIn('changes', { numbers: 'startingPrice,sortOrder,place', booleans: 'isVisible' })}`)
  }

  private copySettings(): void {
    this.addSql(`
      insert into record_change (${columns})
      select id, id, created_at,
             case when action in ('crm_pause', 'crm_resume') then 'crm_connection'
                  when action = 'sandbox_key_revoke' then 'sandbox_key'
                  when action = 'desk_settings' then action
                  when action in ('invite', 'renew', 'revoke') then 'invitation'
                  else 'account' end,
             case action when 'desk_settings' then ${singleton} else person_id end, person,
             case action when 'desk_settings' then 'update' else action end, null, actor_id, actor,
             jsonb_strip_nulls(fields.before), jsonb_strip_nulls(fields.after)
        from settings_audit ${fieldsIn('changes', { booleans: 'confirmsVisitors,mailsRequesters' })}`)
  }

  /** Marks were stored whole; a change has those that differ. */
  private copySampleRequests(): void {
    const idOf = (version: string) => `md5(concat('sample_request ', request.id, ' ', ${version}))::uuid`
    this.addSql(`
      insert into record_change (${columns}, reverts)
      select ${idOf("entry ->> 'version'")}, ${idOf("entry ->> 'version'")}, (entry ->> 'at')::timestamptz,
             'sample_request', request.id, null, 'update', (entry ->> 'version')::int, (entry ->> 'byId')::uuid, entry ->> 'by',
             fields.before, fields.after,
             case entry ->> 'kind' when 'undo' then ${idOf("(entry ->> 'version')::int - 1")} end
        from sample_request as request
       cross join lateral jsonb_array_elements(request.history) as entry
       cross join lateral (
         select jsonb_object_agg(name, was) as before, jsonb_object_agg(name, entry -> 'after' -> name) as after
           from jsonb_each(entry -> 'before') as mark (name, was)
          where was is distinct from entry -> 'after' -> name) as fields
       where request.history is not null and fields.before is not null`)
  }

  /** Templates had no history, only their last change. */
  private copyTemplates(): void {
    this.addSql(`
      insert into record_change (${columns})
      select gen_random_uuid(), gen_random_uuid(), changed_at, 'sample_template', id, name, 'update', version, null, changed_by,
             '{}', '{}'
        from sample_template where changed_at is not null`)
  }

  private addIndexes(): void {
    this.addSql('alter table record_change add primary key (id)')
    const indexes = {
      record_change_group_id_index: '(group_id)',
      record_change_record_id_created_at_id_index: '(record_id, created_at, id)',
      record_change_record_type_created_at_id_index: '(record_type, created_at, id)',
      record_change_listed_index:
        "(created_at, id) where record_type not in ('lead', 'sample_request', 'lead_import', 'lead_view', 'notification_rule')",
    }
    for (const [name, on] of Object.entries(indexes)) this.addSql(`create index ${name} on record_change ${on}`)
    this.addSql(`
      create unique index record_change_idempotency_key_index on record_change (idempotency_key)
       where idempotency_key is not null`)
    this.addSql('analyze record_change')
  }

  private dropFormerTables(): void {
    this.addSql('drop table lead_event, pricing_audit, settings_audit')
    this.addSql('alter table sample_request drop column history')
    for (const table of ['pricing_product', 'sample_template']) {
      this.addSql(`alter table ${table} drop column changed_at, drop column changed_by`)
      this.addSql(`alter table ${table} alter column version set default 1`)
    }
    this.addSql(`
      alter table desk_setting drop constraint desk_setting_id_check, alter column id type uuid using ${singleton}::uuid`)
  }

  private addTrigger(): void {
    this.addSql(`
      create function forget_changes() returns trigger language plpgsql as $$
      begin
        delete from record_change using gone where record_type = tg_table_name and record_id = gone.id;
        return null;
      end $$`)
    for (const table of ['lead', 'sample_request']) {
      this.addSql(`
        create trigger ${table}_forget_changes after delete on ${table} referencing old table as gone
           for each statement execute function forget_changes()`)
    }
  }

  private followChanges(): void {
    this.addSql('alter table notification_rule add column version int not null default 1')
    this.addSql('alter table notice_state add column changes_until timestamptz(3) not null default now()')
  }
}
