import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { loadScreen } from './load-screen.ts'

const { server } = useAdmin()
const gone = () => Promise.reject(new Error('gone'))

test('a screen of an earlier release: the toast announces the newer version while the page reloads', async () => {
  server.use(signedIn, withStats, withLeads())
  renderAdmin()
  void loadScreen(gone, async () => true)
  expect(await screen.findByText('A newer version is out. Loading it…')).toBeVisible()
})

test('without a network the load fails, so that the notice with its Retry is shown', async () => {
  await expect(loadScreen(gone, async () => false)).rejects.toThrow('gone')
})
