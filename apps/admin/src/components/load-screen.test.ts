import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { loadScreen } from './load-screen.ts'

const { server } = useAdmin()
const gone = () => Promise.reject(new Error('gone'))

test('code from an earlier release: a toast announces the new version and the page reloads', async () => {
  server.use(signedIn, withStats, withLeads())
  renderAdmin()
  void loadScreen(gone, async () => true)
  expect(await screen.findByText('A new version is available. Loading it…')).toBeVisible()
})

test('without a network, loading fails and the error notice offers Retry', async () => {
  await expect(loadScreen(gone, async () => false)).rejects.toThrow('gone')
})
