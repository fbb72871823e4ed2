import { getExportLeadsUrl, getExportPricingAuditUrl, getExportSampleRequestsUrl } from '@app/api-client'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { logoutUrl } from '../urls/api-origin.ts'
import { saveExport } from '../list/save-export.ts'
import { browser } from '../urls/browser.ts'
import { announceSignOut } from '../session/sign-out-elsewhere.ts'
import type { Command } from './command-list.ts'

const files = [
  { label: 'Export all leads as CSV', url: getExportLeadsUrl() },
  { label: 'Export all sample requests as CSV', url: getExportSampleRequestsUrl() },
  { label: 'Export the price audit log as CSV', url: getExportPricingAuditUrl() },
].map(({ label, url }): Command => ({ id: url, label, words: 'download file', to: () => void saveExport(url) }))

const schemes: { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: 'Use light theme' },
  { scheme: 'dark', label: 'Use dark theme' },
  { scheme: 'auto', label: 'Use system theme' },
]

const signOut: Command = {
  id: 'sign-out',
  label: 'Sign out',
  words: 'logout log out',
  to() {
    announceSignOut()
    browser.leaveFor(logoutUrl)
  },
}

/** Commands that the palette runs in place, without navigation. */
export function useActions(): Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const colors = schemes.map(({ scheme, label }): Command => ({
    id: `colors-${scheme}`,
    label,
    words: 'theme mode scheme',
    to: () => setColorScheme(scheme),
  }))
  return [...files, ...colors, signOut]
}
