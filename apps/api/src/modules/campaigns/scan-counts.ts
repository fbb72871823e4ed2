import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { runPrepared, columns, table } from '../../db/sql.ts'
import { writeBehind } from '../../db/write-behind.ts'
import { CampaignScanBatchEntity, CampaignScanDayEntity } from '../../entities/campaigns.entity.ts'
import type { PieceScan, ScanBatch, ScanFiles } from './scan-files.ts'

interface Settings {
  getPool: () => Promise<Pool>
  files: ScanFiles
  /** Moves the pieces that were scanned. May receive the same batch twice. */
  movePieces: (scans: readonly PieceScan[]) => Promise<void>
  timeZone: string
  onFailure: (error: unknown) => void
  flushMs?: number
  now?: () => Date
}

/** Tokens beyond this limit in one batch are dropped, because they can only be made up. */
const maxPieces = 20_000

const isEmpty = ({ scans, pieces }: ScanBatch) => scans.length + pieces.length === 0

function growingBatch() {
  const batch: ScanBatch = { id: randomUUIDv7(), scans: [], pieces: [] }
  const places = new Map<string, ScanBatch['scans'][number]>()
  const tokens = new Set<string>()
  return {
    batch,
    note(code: string, day: string, isBot: boolean) {
      const key = `${day} ${code}`
      let scan = places.get(key)
      if (!scan) {
        scan = { code, day, people: 0, bots: 0 }
        places.set(key, scan)
        batch.scans.push(scan)
      }
      scan[isBot ? 'bots' : 'people'] += 1
    },
    notePiece(token: string, at: string) {
      if (tokens.has(token) || tokens.size === maxPieces) return
      tokens.add(token)
      batch.pieces.push({ token, at })
    },
  }
}

const { id: batchId } = columns(CampaignScanBatchEntity)
const { code, day, people, bots } = columns(CampaignScanDayEntity)
const counted = columns(CampaignScanDayEntity, 'counted')
const excluded = columns(CampaignScanDayEntity, 'excluded')

/** One statement and one commit. A batch that was already added adds nothing. */
const addBatch = ({ id, scans }: ScanBatch) => sql`
  with batch as (
    insert into ${table(CampaignScanBatchEntity)} (${batchId}) values (${id})
        on conflict (${batchId}) do nothing returning ${batchId})
  insert into ${table(CampaignScanDayEntity)} as counted (${code}, ${day}, ${people}, ${bots})
  select scan.code, scan.day, scan.people, scan.bots
    from batch
   cross join json_to_recordset(${JSON.stringify(scans)}) as scan (code text, day date, people bigint, bots bigint)
   order by scan.code, scan.day
      on conflict (${code}, ${day}) do update
     set ${people} = ${counted.people} + ${excluded.people}, ${bots} = ${counted.bots} + ${excluded.bots}`

/**
 * Counts scans in memory and adds them to the database once a second. While the database is down, batches are saved to
 * a file. A batch never changes after it was first sent: the database may have stored it, with only the response lost.
 */
export function scanCounts({
  getPool,
  files,
  movePieces,
  timeZone,
  onFailure,
  flushMs = 1_000,
  now = () => new Date(),
}: Settings) {
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  let growing = growingBatch()
  const sent: ScanBatch[] = []

  const waiting = () => [...sent, growing.batch].filter((batch) => !isEmpty(batch))

  /** Closes the growing batch once all earlier batches are stored. */
  const closeBatch = () => {
    if (sent.length > 0 || isEmpty(growing.batch)) return
    sent.push(growing.batch)
    growing = growingBatch()
  }

  const send = async () => {
    closeBatch()
    for (let batch = sent[0]; batch; batch = sent[0]) {
      const pool = await getPool()
      await runPrepared(pool, 'add-campaign-scans', addBatch(batch))
      await movePieces(batch.pieces)
      sent.shift()
      await files.remove(batch.id)
      closeBatch()
    }
  }

  const behind = writeBehind(async () => {
    try {
      await send()
    } catch (error) {
      onFailure(error)
      await files.write(waiting()).catch(onFailure)
      behind.schedule()
    }
  }, flushMs)

  // Adopts batches that another process, or an earlier run of this one, could not add.
  const adopt = async () => {
    const left = await files.left([growing.batch.id, ...sent.map(({ id }) => id)])
    sent.push(...left)
    if (left.length > 0) await behind.flush()
  }
  const looksForLeft = setInterval(() => void adopt().catch(onFailure), 30_000)
  looksForLeft.unref()
  void adopt().catch(onFailure)

  return {
    /** Counts a scan and returns immediately. */
    note(code: string, isBot: boolean) {
      growing.note(code, dayFormat.format(now()), isBot)
      behind.schedule()
    },
    /** Records that the code of a piece was scanned, and returns immediately. */
    notePiece(token: string) {
      growing.notePiece(token, now().toISOString())
      behind.schedule()
    },
    /** Writes the pending counts now, to the database or to a file. */
    flush: () => behind.flush(),
    async close() {
      clearInterval(looksForLeft)
      await behind.close()
      await files.write(waiting()).catch(onFailure)
    },
  }
}
