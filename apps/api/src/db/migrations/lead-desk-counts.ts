import { followTouches } from './lead-touches.ts'

const traits = "status, coalesce(industry, '') as industry, coalesce(volume, '') as volume, source"

/** What is counted beside the leads of each kind, by its column, for a row of sign 1 or -1. */
const counted: Readonly<Record<string, string>> = {
  leads: 'sign',
  contacted: "case stage when 'contacted' then sign else 0 end",
  qualified: "case stage when 'qualified' then sign else 0 end",
  won: "case stage when 'won' then sign else 0 end",
  lost: "case stage when 'lost' then sign else 0 end",
  won_valued: 'case when won_cents is not null then sign else 0 end',
  won_cents: 'sign * coalesce(won_cents, 0)',
}

const names = Object.keys(counted)
const sums = Object.values(counted).map((sql) => `sum(${sql})`)
const added = (table: string) => names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')
const columns = (row: string) =>
  ['status', 'industry', 'volume', 'source', 'is_spam', 'created_at', 'stage', 'won_cents', 'merged_into']
    .map((name) => `${row}.${name}`)
    .join(', ')

interface Followed {
  event: 'insert' | 'update' | 'delete'
  /** Finds a row when the statement can have changed a count at all. */
  isCounted: string
  /** The leads that it changed, with the sign of their count. */
  changed: string
  /** What else follows. */
  also: string
}

const followed: readonly Followed[] = [
  {
    event: 'insert',
    // Only an import brings leads that are old already.
    isCounted: "select from came where created_at < now() - interval '1 minute'",
    changed: 'select 1 as sign, came.* from came',
    also: '',
  },
  {
    event: 'update',
    isCounted: `
      select from went join came using (id)
       where (${columns('went')}) is distinct from (${columns('came')})`,
    changed: 'select -1 as sign, went.* from went union all select 1, came.* from came',
    also: '',
  },
  {
    event: 'delete',
    isCounted: 'select from went',
    changed: 'select -1 as sign, went.* from went',
    // What was merged into a lead that is gone stands on its own again.
    also: `
        update lead set merged_into = null, version = version + 1
         where merged_into is not null and merged_into in (select id from went);`,
  },
]

/**
 * The counts of leads also say how many of them are in each stage, and what those that are won brought. A lead that was
 * merged into another is not counted. Keys stay, so the release before goes on with the columns that it knows.
 */
export const leadDeskCounts: readonly string[] = [
  ...['lead_count', 'lead_count_day'].map(
    (table) =>
      `alter table ${table} ${names
        .filter((name) => name !== 'leads')
        .map((name) => `add column if not exists ${name} bigint not null default 0`)
        .join(', ')}`,
  ),
  ...followed.map(({ event, isCounted, changed, also }) => {
    const changes = `
          from (select ${traits}, created_at, stage, won_cents, sign from (${changed}) as changed
                 where not is_spam and merged_into is null) as changed
         where created_at < state.counted_until
         group by 1, 2, 3, 4 having row(${sums.join(', ')}) <> row(${names.map(() => '0').join(', ')}) order by 1, 2, 3, 4`
    return `create or replace function lead_count_follow_${event}() returns trigger language plpgsql as $$
      declare
        state lead_count_state;
        touched lead_touch_state;
      begin
        if not exists (${isCounted}) then return null; end if;
        select * into state from lead_count_state where id = 1 for share;
        -- Each statement writes the counts in the order of their keys, so that two statements never deadlock.
        insert into lead_count (status, industry, volume, source, ${names.join(', ')})
        select status, industry, volume, source, ${sums.join(', ')} ${changes}
            on conflict (status, industry, volume, source) do update set ${added('lead_count')};
        insert into lead_count_day (day, source, status, volume, ${names.join(', ')})
        select (created_at at time zone state.time_zone)::date, source, status, volume, ${sums.join(', ')} ${changes}
            on conflict (day, source, status, volume) do update set ${added('lead_count_day')};${followTouches(changed)}${also}
        return null;
      end $$`
  }),
]
