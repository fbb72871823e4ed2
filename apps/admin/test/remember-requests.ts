import type { SampleRequest } from '@app/api-client'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'

const path = '/api/admin/print-samples'
/** Who is signed in. */
const self = 'Rosa Example'

type Sent = { ids: string[]; versions: number[]; processed?: boolean; printed?: boolean }

/** A server that stores marks with their versions, lists pending requests first, and answers when the test lets it. */
export function rememberRequests(server: SetupServer, ...requests: SampleRequest[]) {
  const stored = new Map(requests.map((request) => [request.id, request]))
  const before = new Map<string, SampleRequest>()
  /** The ids of each bulk write. */
  const writes: string[][] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const stale = () => HttpResponse.json({ status: 412, code: 'stale' }, { status: 412 })
  const isSeen = (id: string, version: number | undefined) => {
    const request = stored.get(id)
    return !request || (request.version ?? 1) === version
  }
  const store = (id: string, changes: Partial<SampleRequest>) => {
    const request = stored.get(id)
    if (!request) return []
    const changed = { ...request, ...changes, version: (request.version ?? 1) + 1, changedBy: self }
    before.set(id, request)
    stored.set(id, changed)
    return [changed]
  }
  const many =
    (changesOf: (id: string, sent: Sent) => Partial<SampleRequest>) =>
    async ({ request }: { request: Request }) => {
      const sent = (await request.json()) as Sent
      if (!sent.ids.every((id, place) => isSeen(id, sent.versions[place]))) return stale()
      writes.push(sent.ids)
      return HttpResponse.json(sent.ids.flatMap((id) => store(id, changesOf(id, sent))))
    }
  const ifDefined = (processed: boolean | undefined) => (processed === undefined ? {} : { processed })
  server.use(
    http.put(
      `*${path}/processed`,
      many((_id, { processed }) => ifDefined(processed)),
    ),
    http.put(
      `*${path}/printed`,
      many((_id, { printed = true, processed }) => ({
        ...(printed && { printedBy: self, printedAt: '2025-11-20T16:04:05.123Z' }),
        ...ifDefined(processed),
      })),
    ),
    http.put(
      `*${path}/undo`,
      many((id) => before.get(id) ?? {}),
    ),
    http.put(`*${path}/:id`, async ({ request, params }) => {
      await held
      const { processed } = (await request.json()) as { processed: boolean }
      const id = String(params['id'])
      if (!stored.has(id)) return HttpResponse.json(null, { status: 404 })
      if (!isSeen(id, Number(request.headers.get('if-match')?.replaceAll('"', '')))) return stale()
      return HttpResponse.json(store(id, { processed })[0])
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
