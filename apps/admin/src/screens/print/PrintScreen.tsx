import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { KeysTab } from './KeysTab.tsx'
import { ProofsTab } from './ProofsTab.tsx'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { printKeys } from './print-keys.ts'

const tabs = {
  proofs: ['Proofs', ProofsTab],
  keys: ['Sandbox Keys', KeysTab],
} as const

export function PrintScreen() {
  useSteadyRefresh(printKeys)
  return <ScreenTabs tabs={tabs} />
}
