import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'

/** The response to a write that changed something. Its header names the change to undo. */
export const changed = (body: object | null, group = 'group-1') =>
  body === null
    ? new HttpResponse(null, { status: 204, headers: { 'Change-Group': group } })
    : HttpResponse.json(body, { headers: { 'Change-Group': group } })

/** Undoes changes like the server, and records them. `onUndo` restores the test's data and returns the record ids. */
export function watchUndo(server: SetupServer, onUndo: (group: string) => string[] = () => []): string[] {
  const undone: string[] = []
  server.use(
    http.post('*/api/admin/changes/:group/revert', ({ params }) => {
      const group = String(params['group'])
      undone.push(group)
      const records = onUndo(group).map((id) => ({ id, version: 9 }))
      return changed({ changed: records.length, records }, `undo of ${group}`)
    }),
  )
  return undone
}
