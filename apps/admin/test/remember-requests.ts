import type { SampleRequest } from '@app/api-client'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { changed } from './changes.ts'

const path = '/api/admin/print-samples'
/** The signed-in account. */
const self = 'Rosa Example'

type Sent = { records: { id: string; version: number }[]; patch: { processed?: boolean; printed?: boolean } }

/**
 * A server that stores marks with their versions, lists pending requests first, and responds when the test allows it.
 */
export function rememberRequests(server: SetupServer, ...requests: SampleRequest[]) {
  const stored = new Map(requests.map((request) => [request.id, request]))
  /** The requests before each write. */
  const groups = new Map<string, SampleRequest[]>()
  /** The ids of each bulk write and undo. */
  const writes: string[][] = []
  let answer = () => {}
  const released = new Promise<void>((resolve) => (answer = resolve))
  const stale = () => HttpResponse.json({ status: 412, code: 'stale' }, { status: 412 })
  const isSeen = (id: string, version: number | undefined) => {
    const request = stored.get(id)
    return !request || (request.version ?? 1) === version
  }
  const store = (ids: string[], changesOf: (request: SampleRequest) => Partial<SampleRequest>) => {
    const group = `group-${groups.size + 1}`
    const before = ids.flatMap((id) => stored.get(id) ?? [])
    groups.set(group, before)
    const after = before.map((request) => ({
      ...request,
      ...changesOf(request),
      version: (request.version ?? 1) + 1,
      changedBy: self,
    }))
    for (const request of after) stored.set(request.id, request)
    return { after, group }
  }
  server.use(
    http.patch(`*${path}`, async ({ request }) => {
      const { records, patch } = (await request.json()) as Sent
      if (!records.every(({ id, version }) => isSeen(id, version))) return stale()
      const ids = records.map(({ id }) => id)
      writes.push(ids)
      const { processed, printed } = patch
      const { after, group } = store(ids, () => ({
        ...(printed && { printedBy: self, printedAt: '2025-11-20T16:04:05.123Z' }),
        ...(printed === false && { printedBy: undefined, printedAt: undefined }),
        ...(processed !== undefined && { processed }),
      }))
      return changed(after, group)
    }),
    http.post('*/api/admin/changes/:group/revert', ({ params }) => {
      const before = groups.get(String(params['group'])) ?? []
      if (!before.every(({ id, version = 1 }) => isSeen(id, version + 1))) return stale()
      const ids = before.map(({ id }) => id)
      writes.push(ids)
      const { after, group } = store(ids, ({ id }) => before.find((request) => request.id === id) ?? {})
      return changed({ changed: after.length, records: after.map(({ id, version }) => ({ id, version })) }, group)
    }),
    http.put(`*${path}/:id`, async ({ request, params }) => {
      await released
      const { processed } = (await request.json()) as { processed: boolean }
      const id = String(params['id'])
      if (!stored.has(id)) return HttpResponse.json(null, { status: 404 })
      if (!isSeen(id, Number(request.headers.get('if-match')?.replaceAll('"', '')))) return stale()
      const { after, group } = store([id], () => ({ processed }))
      return changed(after[0] ?? null, group)
    }),
    http.get(`*${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const wanted = [...stored.values()]
        .filter(({ id }) => query.get('ids')?.includes(id) ?? true)
        .filter(({ processed }) => [null, String(processed)].includes(query.get('processed')))
      return HttpResponse.json(wanted.toSorted((a, b) => Number(a.processed) - Number(b.processed)))
    }),
  )
  return { answer: () => answer(), stored, writes }
}
