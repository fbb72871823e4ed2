import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { loadScreen } from './load-screen.ts'

const { reloadIfReplaced } = vi.hoisted(() => ({ reloadIfReplaced: vi.fn<() => Promise<boolean>>() }))
vi.mock('@app/ui/new-version', () => ({ reloadIfReplaced }))

const { server } = useAdmin()
const gone = () => Promise.reject(new Error('gone'))

beforeEach(() => void reloadIfReplaced.mockReset())

test('a screen of an earlier release: the toast announces the newer version while the page reloads', async () => {
  server.use(signedIn, withStats, withLeads())
  renderAdmin()
  reloadIfReplaced.mockResolvedValue(true)
  void loadScreen(gone)
  expect(await screen.findByText('A newer version is out. Loading it…')).toBeVisible()
})

test('without a network the load fails, so that the notice with its Retry is shown', async () => {
  reloadIfReplaced.mockResolvedValue(false)
  await expect(loadScreen(gone)).rejects.toThrow('gone')
})
