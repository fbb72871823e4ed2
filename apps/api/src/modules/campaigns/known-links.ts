import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { reader, columns, table } from '../../db/sql.ts'
import { CampaignLinkEntity } from '../../entities/campaigns.entity.ts'
import { codeOf } from '../../errors/errors.ts'
import { writeWhole } from './scan-files.ts'

const link = columns(CampaignLinkEntity)

const KnownLink = Type.Object({
  code: Type.String(),
  target: Type.String(),
  campaign: Type.String(),
  isEnded: Type.Boolean(),
})
export type KnownLink = Type.Static<typeof KnownLink>

const knownRows = checkedRows(KnownLink)
const changedRows = reader(Type.Object({ ...KnownLink.properties, changedAt: Type.String() }))

interface Settings {
  getPool: () => Promise<Pool>
  /** The folder that stores the links for the next start. */
  folder: string
  onFailure: (error: unknown) => void
  /** Maximum age of the links, and maximum wait for the lookup of an unknown code, in milliseconds. */
  freshMs?: number
  longestWaitMs?: number
  clock?: () => number
}

/** A transaction that was open at the last check may have committed since. */
const overlapSeconds = 10

/** Every campaign link, in memory, so that scanned codes still redirect while the database is down. */
export function campaignLinks({
  getPool,
  folder,
  onFailure,
  freshMs = 1_000,
  longestWaitMs = 500,
  clock = () => performance.now(),
}: Settings) {
  const file = path.join(folder, 'links.json')
  const links = new Map<string, KnownLink>()
  let since = '-infinity'
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  const restored = readFile(file, 'utf8')
    .then((text) => {
      for (const one of knownRows(JSON.parse(text))) if (!links.has(one.code)) links.set(one.code, one)
    })
    .catch((error: unknown) => {
      // There is no file at the first start. A damaged one is rewritten after the next read of the database.
      if (codeOf(error) !== 'ENOENT') onFailure(error)
    })

  const look = async () => {
    lookedAt = clock()
    const pool = await getPool()
    // A link that was changed before the clock was set back must not hide later changes.
    const rows = await changedRows(
      pool,
      sql`select ${link.code} as code, ${link.target} as target, ${link.campaign} as campaign, ${link.isEnded} as "isEnded",
              least(${link.changedAt}, now())::text as "changedAt"
         from ${table(CampaignLinkEntity)}
        where ${link.changedAt} >= ${since}::timestamptz - make_interval(secs => ${overlapSeconds})
        order by ${link.changedAt}`,
    )
    let isChanged = false
    for (const { changedAt, ...one } of rows) {
      isChanged ||= JSON.stringify(links.get(one.code)) !== JSON.stringify(one)
      links.set(one.code, one)
      since = changedAt
    }
    if (isChanged) await writeWhole(file, [...links.values()])
  }

  const refresh = () =>
    (looking ??= look()
      .catch(onFailure)
      .finally(() => {
        looking = undefined
      }))

  const isStale = () => clock() - lookedAt >= freshMs

  return {
    refresh,
    /** Looks up a code in memory. Looks up an unknown code in the database, with a short timeout. */
    async find(code: string): Promise<KnownLink | undefined> {
      const known = links.get(code)
      if (known) {
        // A known link is returned without waiting. The next scan gets any update.
        if (isStale()) void refresh()
        return known
      }
      await restored
      if (links.has(code)) return links.get(code)
      if (isStale() || looking) await Promise.race([refresh(), sleep(longestWaitMs, undefined, { ref: false })])
      return links.get(code)
    },
  }
}
