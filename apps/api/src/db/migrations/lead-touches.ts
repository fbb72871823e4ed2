/**
 * What brought leads and sample requests, leads counted by it, and the short links of printed pieces with their scans. The
 * triggers of lead-desk-counts.ts keep the counts right; leads of before are counted as unknown by the next housekeeping.
 */
export const leadTouches: readonly string[] = [
  'alter table lead add column if not exists touches jsonb null, add column if not exists touch_keys text[] null',
  'alter table sample_request add column if not exists touches jsonb null',
  `create table if not exists lead_touch_day (
    kind varchar(14) not null,
    day date not null,
    name varchar(200) not null,
    leads bigint not null default 0,
    won bigint not null default 0,
    won_valued bigint not null default 0,
    won_cents bigint not null default 0,
    primary key (kind, day, name)
  )`,
  `create table if not exists lead_touch_state (
    id int not null primary key,
    counted_until timestamptz(3) not null,
    time_zone varchar(60) not null,
    constraint lead_touch_state_id_check check (id = 1)
  )`,
  "insert into lead_touch_state values (1, '-infinity', '') on conflict (id) do nothing",
  `create table if not exists campaign_link (
    id uuid not null primary key,
    created_at timestamptz(3) not null default now(),
    changed_at timestamptz(3) not null default now(),
    code varchar(16) not null,
    target varchar(2000) not null,
    label varchar(200) not null,
    campaign varchar(200) not null,
    piece varchar(200) null,
    is_ended boolean not null default false,
    created_by varchar(200) null,
    version int not null default 1,
    constraint campaign_link_code_unique unique (code)
  )`,
  'create index if not exists campaign_link_created_at_id_index on campaign_link (created_at, id)',
  'create index if not exists campaign_link_changed_at_index on campaign_link (changed_at)',
  `create table if not exists campaign_scan_day (
    code varchar(16) not null,
    day date not null,
    people bigint not null default 0,
    bots bigint not null default 0,
    primary key (code, day)
  )`,
  `create table if not exists campaign_scan_batch (
    id uuid not null primary key,
    created_at timestamptz(3) not null default now()
  )`,
  'create index if not exists campaign_scan_batch_created_at_index on campaign_scan_batch (created_at)',
]

const isWon = "(status = 'won' or stage = 'won') and status <> 'lost'"
const kind = "split_part(key, '=', 1)"

/** What is counted beside the leads of each key, by its column, for a row of sign 1 or -1. */
const counted: Readonly<Record<string, string>> = {
  leads: 'sign',
  won: `case when ${isWon} then sign else 0 end`,
  won_valued: `case when ${isWon} and won_cents is not null then sign else 0 end`,
  won_cents: `case when ${isWon} then sign * coalesce(won_cents, 0) else 0 end`,
}

const names = Object.keys(counted)
const sums = Object.values(counted).map((sql) => `sum(${sql})`)

/** Statements of a trigger function that follow the leads that a statement changed, as rows with a sign. */
export const followTouches = (changed: string): string => `
        select * into touched from lead_touch_state where id = 1 for share;
        insert into lead_touch_day (kind, day, name, ${names.join(', ')})
        select ${kind}, (created_at at time zone touched.time_zone)::date, substr(key, length(${kind}) + 2), ${sums.join(', ')}
          from (${changed}) as changed
         cross join lateral unnest(coalesce(touch_keys, array['unknown'])) as key
         where not is_spam and merged_into is null and created_at < touched.counted_until
         group by 1, 2, 3 having row(${sums.join(', ')}) <> row(${names.map(() => '0').join(', ')}) order by 1, 2, 3
            on conflict (kind, day, name) do update set ${names.map((name) => `${name} = lead_touch_day.${name} + excluded.${name}`).join(', ')};`
