const quarterOf = (instant: string) => `date_bin('15 minutes', ${instant}, timestamptz '2000-01-01 00:00Z')`

/** The proofs that a statement ended. */
const ended = `
  (select became.*, ${quarterOf('coalesce(became.finished_at, now())')} as quarter
     from was join became using (id) where was.status = 'rendering' and became.status <> 'rendering') as ended`

/**
 * Counts of proofs and of what their checks found. They are written when a proof ends, because proofs are deleted after
 * days: once for each statement, and in the order of their keys, so that two statements never deadlock.
 */
export const printCounts: readonly string[] = [
  `
      create table print_proof_count (
        quarter timestamptz(3) not null,
        status varchar(10) not null,
        code varchar(60) not null,
        proofs bigint not null,
        primary key (quarter, status, code)
      )`,
  `
      create table print_finding_count (
        quarter timestamptz(3) not null,
        code varchar(60) not null,
        severity varchar(10) not null,
        proofs bigint not null,
        primary key (quarter, code, severity)
      )`,
  `
      create function print_proof_count_ended() returns trigger language plpgsql as $$
      begin
        -- Most statements change proofs that go on.
        if not exists (select from ${ended}) then return null; end if;
        insert into print_proof_count (quarter, status, code, proofs)
        select quarter, status, coalesce(failure_code, ''), count(*) from ${ended} group by 1, 2, 3 order by 1, 2, 3
            on conflict (quarter, status, code) do update set proofs = print_proof_count.proofs + excluded.proofs;
        insert into print_finding_count (quarter, code, severity, proofs)
        select quarter, left(checked ->> 'Code', 60), left(checked ->> 'Severity', 10), count(distinct id)
          from ${ended},
               jsonb_array_elements(case jsonb_typeof(checks) when 'array' then checks else '[]' end) as checked
         where checked ->> 'Code' is not null and checked ->> 'Severity' is not null
         group by 1, 2, 3 order by 1, 2, 3
            on conflict (quarter, code, severity) do update set proofs = print_finding_count.proofs + excluded.proofs;
        return null;
      end $$`,
  `
      create trigger print_proof_count_ended after update on print_proof referencing old table as was new table as became
        for each statement execute function print_proof_count_ended()`,
]
