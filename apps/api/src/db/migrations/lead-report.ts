import { Migration } from '@mikro-orm/migrations'
import { searchedTextAfter } from './added-texts.ts'

const columns = [
  'alter table lead add column if not exists lost_note varchar(200) null, add column if not exists first_reply_at timestamptz(3) null',
  'alter table lead_import add column if not exists left_out int not null default 0',
]

const reasons = "('price', 'competitor', 'timing', 'budget', 'no_response', 'not_a_fit', 'other')"

/** A change's values, as a free text or as a reason with a note. */
const withNote = (values: string) => `
  case when ${values} ? 'lostReason' and not ${values} ? 'lostNote'
       then ${values} || jsonb_build_object('lostNote', ${values} -> 'lostReason', 'lostReason',
                                            case when ${values} ->> 'lostReason' is not null then 'other' end)
       else ${values} end`

/** Reasons were free texts. They stay as notes. */
const lostReasons = [
  `update lead set lost_note = lost_reason, lost_reason = 'other' where lost_reason is not null and lost_reason not in ${reasons}`,
  `update record_change set before = ${withNote('before')}, after = ${withNote('after')}
    where record_type = 'lead' and (before ? 'lostReason' or after ? 'lostReason')`,
  `do $$ begin
     alter table lead add constraint lead_lost_reason_check check (lost_reason in ${reasons}) not valid;
   exception when duplicate_object then null;
   end $$`,
  'alter table lead validate constraint lead_lost_reason_check',
]

const firstReplies = `
  update lead set first_reply_at = reply.at
    from (select lead_id, min(created_at) as at from message where kind = 'reply' and lead_id is not null group by lead_id) as reply
   where lead.id = reply.lead_id and lead.first_reply_at is null`

/** The name of a site in an attribution key, without the spellings of its host. */
const siteOf = (host: string) => `
  case when ${host} ~ '^google\\.(com?\\.)?[a-z]{2,3}$' then 'google'
       when ${host} ~ '^(bing|duckduckgo|instagram|linkedin|pinterest|reddit|tiktok|yahoo|youtube)\\.com$' then split_part(${host}, '.', 1)
       when ${host} in ('facebook.com', 'fb.com', 'fb') then 'facebook'
       when ${host} in ('x.com', 'twitter.com', 'twitter', 't.co') then 'x'
       when ${host} = 'lnkd.in' then 'linkedin'
       else ${host} end`

const folded = `
  case when key ~ '^(first|last)\\.source='
       then split_part(key, '=', 1) || '=' ||
            ${siteOf("regexp_replace(regexp_replace(key, '^[^=]*=', ''), '^(www|m|l|lm|mobile)\\.', '')")}
       else key end`

/** Also in the filters of saved views. */
const sources = [
  `update lead set touch_keys = folded.keys
     from (select id, array_agg(${folded} order by place) as keys
             from lead cross join lateral unnest(touch_keys) with ordinality as touch (key, place)
            where touch_keys is not null group by id) as folded
    where lead.id = folded.id and lead.touch_keys <> folded.keys`,
  `update lead_view set query = regexp_replace(query, '(^|&)(attribution=(first|last)\\.source(=|%3D))(www|m|l|lm|mobile)\\.', '\\1\\2')
    where query ~ 'attribution=(first|last)\\.source(=|%3D)(www|m|l|lm|mobile)\\.'`,
]

/** The facts of one lead, for the trigger and the recount. */
const factsOfLead = `
  create or replace function lead_facts(counted lead, time_zone text)
  returns table (kind text, day date, name text, status text, stage text, industry text, volume text, won boolean,
                 leads bigint, valued bigint, cents bigint) language sql stable as $$
    select fact.*, 1::bigint, (fact.won and counted.won_cents is not null)::int::bigint,
           case when fact.won then coalesce(counted.won_cents, 0) else 0 end
      from (select (counted.created_at at time zone time_zone)::date as day,
                   (counted.status = 'won' or counted.stage = 'won') and counted.status <> 'lost' as won) as lead
     cross join lateral (
       select 'total' as kind, date '-infinity' as day, counted.source as name, counted.status, counted.stage,
              coalesce(counted.industry, '') as industry, coalesce(counted.volume, '') as volume, lead.won
       union all
       select 'day', lead.day, '', counted.status, counted.stage, '', coalesce(counted.volume, ''), lead.won
       union all
       select 'source', lead.day, counted.source, '', '', '', '', false
       union all
       select 'owner', lead.day, coalesce(counted.owner_id::text, ''), '', counted.stage, '', '', lead.won
       union all
       select 'lost', lead.day, coalesce(counted.lost_reason, ''), '', counted.stage, '', '', false
        where counted.stage = 'lost'
       union all
       select 'reply', lead.day,
              case when counted.first_reply_at is null then 'none'
                   when counted.first_reply_at <= counted.created_at + interval '1 hours' then 'hour'
                   when counted.first_reply_at <= counted.created_at + interval '24 hours' then 'day'
                   when counted.first_reply_at <= counted.created_at + interval '72 hours' then 'three_days'
                   else 'later' end,
              '', '', '', '', false
       union all
       select split_part(key, '=', 1), lead.day, substr(key, strpos(key || '=', '=') + 1), '', '', '', '', lead.won
         from unnest(coalesce(counted.touch_keys, array['unknown'])) as key) as fact
     where not counted.is_spam and counted.merged_into is null
  $$`

const key = 'kind, day, name, status, stage, industry, volume, won'

/** Writes each fact once, and in the order of the key, so that two statements never deadlock. */
const add = (changes: string) => `
  insert into lead_fact (${key}, leads, valued, cents)
  select ${key}, sum(sign * leads), sum(sign * valued), sum(sign * cents) from (${changes}) as changed
   group by ${key} having (sum(sign * leads), sum(sign * valued), sum(sign * cents)) <> (0, 0, 0) order by ${key}
      on conflict (${key}) do update
         set leads = lead_fact.leads + excluded.leads, valued = lead_fact.valued + excluded.valued,
             cents = lead_fact.cents + excluded.cents;`

/** The facts of counted leads among the rows of a table, to be added (1) or taken away (-1). */
const factsOf = (rows: string, sign: 1 | -1) => `
  select ${sign} as sign, fact.* from ${rows} cross join lateral lead_facts(${rows}, state.time_zone) as fact
   where ${rows}.created_at < state.counted_until`

const countedColumns =
  'created_at status stage industry volume source won_cents touch_keys is_spam merged_into owner_id lost_reason first_reply_at'.split(
    ' ',
  )
const counted = (rows: string) => countedColumns.map((name) => `${rows}.${name}`).join(', ')

const follow = `
  create or replace function lead_fact_follow() returns trigger language plpgsql as $$
    declare
      state lead_fact_state;
    begin
      if tg_op = 'UPDATE' then
        if not exists (
          select from went join came using (id) where (${counted('went')}) is distinct from (${counted('came')})
        ) then return null; end if;
      end if;
      -- Several statements can have this lock at once. The recount waits for all of them before it counts more leads.
      select * into state from lead_fact_state for key share;
      if tg_op = 'UPDATE' then
        ${add(`${factsOf('went', -1)} union all ${factsOf('came', 1)}`)}
      else
        ${add(factsOf('went', -1))}
        -- A lead that was merged into a deleted one is a lead of its own again.
        update lead set merged_into = null, version = version + 1
         where merged_into is not null and merged_into in (select id from went);
      end if;
      return null;
    end $$`

/** Until the worker has counted them again, figures come from the leads themselves. */
const recount = "update lead_fact_state set counted_until = '-infinity'"

const phoneKey = String.raw`right(regexp_replace(regexp_replace(phone, '\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$', '', 'i'), '\D', '', 'g'), 10)`

/** Indexes whose expression is another one, and the new one. */
const indexes = {
  lead_first_reply_index: 'on lead (created_at, id) where first_reply_at is not null',
  lead_phone_index: `on lead (${phoneKey}) where phone is not null`,
  lead_words_index: `on lead using gin ((${searchedTextAfter('lead')}) gin_trgm_ops)`,
  sample_request_words_index: `on sample_request using gin ((${searchedTextAfter('sample_request')}) gin_trgm_ops)`,
}

/** The emails to requesters are off unless an owner has turned them on: they were on without being asked for. */
const mails = [
  'alter table lead_routing_setting alter column mails_requesters set default false',
  `update lead_routing_setting set mails_requesters = false
    where not exists (select from record_change where record_type = 'lead_routing' and after ? 'mailsRequesters')`,
]

/**
 * What the lead report counts: reasons of loss, owners and first replies, and each source under one name. Searches find
 * phone numbers.
 */
export class LeadReport extends Migration {
  // PostgreSQL builds an index beside writers only outside a transaction. Each statement can therefore run twice.
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    const statements = [...columns, recount, factsOfLead, follow, ...lostReasons, firstReplies, ...sources, ...mails]
    for (const statement of statements) this.addSql(statement)
    for (const [name, on] of Object.entries(indexes)) {
      // The old one serves until the new one is there.
      this.addSql(`drop index concurrently if exists ${name}_next`)
      this.addSql(`create index concurrently ${name}_next ${on}`)
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`alter index ${name}_next rename to ${name}`)
    }
    // The new expressions have no statistics yet.
    this.addSql('analyze lead')
    this.addSql('analyze sample_request')
  }
}
