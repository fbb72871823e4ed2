import * as api from '@app/api-client'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { type Kind, reloadRecords } from './reload-records.ts'

const id = '0198c2d0-0000-7000-8000-000000000001'

/** One query per path that staff read. */
const staffPaths = Object.entries(api).flatMap(([name, keyOf]) => {
  if (!/^get\w+QueryKey$/.test(name)) return []
  const [path] = (keyOf as (...ids: string[]) => [string])(id, id)
  return /^\/api\/(admin|auth)\//.test(path) ? [path] : []
})

/** Queries that no change reloads, with the reason. */
const notReloaded = {
  // Downloads and the event stream, which are not cached
  '/api/admin/leads/export': 'file',
  '/api/admin/attribution/export': 'file',
  '/api/admin/print-samples/export': 'file',
  [`/api/admin/people/${id}/export`]: 'file',
  [`/api/admin/print-run-files/${id}`]: 'file',
  '/api/admin/events': 'stream',
  // Figures that change without an edit, and reload on a timer
  '/api/admin/print/stats': 'useSteadyRefresh',
  '/api/admin/print/renderers': 'useSteadyRefresh',
  [`/api/admin/lead-imports/${id}`]: 'while the import runs',
  // Each view adds a row to the access log, so these load when staff open them
  [`/api/admin/pieces/${id}`]: 'logged',
  [`/api/admin/people/${id}`]: 'logged',
  '/api/admin/access-entries': 'a log of views',
  '/api/admin/sign-ins': 'a log of sign-ins',
  '/api/auth/sign-ins': 'a log of sign-ins',
}

it('reloads every path that staff read after a change to some kind of record', async () => {
  const queryClient = new QueryClient()
  for (const path of staffPaths) queryClient.setQueryData([path], null)
  for (const kind of Object.keys(reloadRecords) as Kind[]) await reloadRecords[kind](queryClient, [id])
  const left = queryClient.getQueryCache().findAll({ predicate: ({ state }) => !state.isInvalidated })
  expect(new Set(left.map(({ queryKey: [path] }) => path))).toEqual(new Set(Object.keys(notReloaded)))
})
