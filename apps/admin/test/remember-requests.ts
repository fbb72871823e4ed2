import type { SampleRequest } from '@app/api-client'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'

const path = '/api/admin/print-samples'

/** A server that stores the processed flags, lists pending requests first, and answers when the test lets it. */
export function rememberRequests(server: SetupServer, ...requests: SampleRequest[]) {
  const stored = new Map(requests.map((request) => [request.id, request]))
  /** The ids of each bulk write. */
  const writes: string[][] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.put(`*${path}/processed`, async ({ request }) => {
      const { ids, processed } = (await request.json()) as { ids: string[]; processed: boolean }
      writes.push(ids)
      const changed = ids.flatMap((id) => stored.get(id) ?? []).map((one) => ({ ...one, processed }))
      for (const one of changed) stored.set(one.id, one)
      return HttpResponse.json(changed)
    }),
    http.put(`*${path}/:id`, async ({ request, params }) => {
      await held
      const { processed } = (await request.json()) as { processed: boolean }
      const before = stored.get(String(params['id']))
      if (!before) return HttpResponse.json(null, { status: 404 })
      const changed = { ...before, processed }
      stored.set(changed.id, changed)
      return HttpResponse.json(changed)
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
