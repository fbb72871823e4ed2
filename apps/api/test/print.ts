import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { folderStore } from '../src/modules/print/files/folder-store.ts'
import { exampleOf } from './fuzz/answers.ts'
import { startApp } from './harness.ts'

/** The application with a folder for its files, and callers of the print API. */
export async function startPrintApp(env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'print-files-'))
  const started = await startApp({ FILES_DIR: folder, ...env })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const newKey = async (): Promise<{ Id: string; Key: string }> =>
    (await started.app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
  const own = await newKey()
  const withKey = (options: InjectOptions, key = own.Key) =>
    started.app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${key}` } })
  /** Sends a piece, which is mailed if the key is live. */
  const sendCard = (key: string, changes: object = {}) =>
    withKey({ method: 'POST', url: '/v1/postcards', payload: postcard({ DryRun: false, ...changes }) }, key)

  /** A finished proof with its files and their URLs. */
  const finishedProof = async () => {
    const store = folderStore(folder)
    await addRenderer(started.db)
    const { Id } = (await started.app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })).json()
    const pages = [
      { Side: 'front', Width: 6.25, Height: 4.5, hash: await store.put(Buffer.from('front picture')) },
      { Side: 'back', Width: 6.25, Height: 4.5, hash: await store.put(Buffer.from('back picture')) },
    ]
    await started.db.query("update print_proof set status = 'ready', pdf_hash = $2, pages = $3 where id = $1", [
      Id,
      await store.put(Buffer.from('%PDF-1.7')),
      JSON.stringify(pages),
    ])
    const proof = (await started.app.inject(`/v1/proofs/${Id}`)).json()
    const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
    const [front, back] = proof.Pages.map(({ PngUrl }: { PngUrl: string }) => pathOf(PngUrl))
    return { Id: String(Id), pdf: pathOf(proof.PdfUrl), front: String(front), back: String(back) }
  }
  return { ...started, folder, newKey, own, withKey, sendCard, finishedProof }
}

/** Adds a renderer as the API sees it. */
export const addRenderer = (db: pg.Client, confinement: 'isolated' | 'none' = 'isolated') =>
  db.query('insert into print_renderer (id, confinement, version) values ($1, $2, $3)', [
    randomUUID(),
    confinement,
    'test',
  ])

/** Makes each proof ready immediately, without a file, because no renderer runs here. */
export async function printAtOnce(db: pg.Client): Promise<void> {
  await addRenderer(db)
  // Keeps the renderer alive without a heartbeat.
  await db.query("update print_renderer set seen_at = now() + interval '1 day'")
  await db.query(
    "create function print_at_once() returns trigger language plpgsql as $$ begin new.status := 'ready'; return new; end $$",
  )
  await db.query(
    'create trigger print_at_once before insert on print_proof for each row execute function print_at_once()',
  )
}

/** The body of the contract's example, which the site's pages also use. */
export const postcard = (changes: Record<string, unknown> = {}) => ({
  ...exampleOf('/v1/postcards', 'POST', 'application/json'),
  WaitForRender: false,
  ...changes,
})

export const letter = (changes: Record<string, unknown> = {}) => ({
  ...exampleOf('/v1/letters', 'POST', 'application/json'),
  ...changes,
})
