import type { ReactNode } from 'react'
import { matchPath } from 'react-router-dom'
import { addressOf, routes, type ScreenName, type ScreenRoute } from './urls/routes.ts'

type LoadScreen = () => Promise<{ default: () => ReactNode }>

export interface LoadableScreen {
  route: ScreenRoute
  load: LoadScreen
}

/** Joins each row with its code, which loads when the screen is first opened. A row without code does not compile. */
function withCode<Name extends string>(
  rows: Readonly<Record<Name, ScreenRoute>>,
  code: Readonly<Record<Name, LoadScreen>>,
): LoadableScreen[] {
  const joined: LoadableScreen[] = []
  for (const name in rows) joined.push({ route: rows[name], load: code[name] })
  return joined
}

export const screens: readonly LoadableScreen[] = withCode<ScreenName>(routes, {
  dashboard: async () => ({ default: (await import('./screens/dashboard/DashboardScreen.tsx')).DashboardScreen }),
  leads: async () => ({ default: (await import('./screens/leads/LeadsScreen.tsx')).LeadsScreen }),
  campaigns: async () => ({ default: (await import('./screens/campaigns/CampaignsScreen.tsx')).CampaignsScreen }),
  notifications: async () => ({
    default: (await import('./screens/notifications/NotificationsScreen.tsx')).NotificationsScreen,
  }),
  samples: async () => ({ default: (await import('./screens/samples/SamplesScreen.tsx')).SamplesScreen }),
  pricing: async () => ({ default: (await import('./screens/pricing/PricingScreen.tsx')).PricingScreen }),
  accounts: async () => ({ default: (await import('./screens/accounts/AccountsScreen.tsx')).AccountsScreen }),
  print: async () => ({ default: (await import('./screens/print/PrintScreen.tsx')).PrintScreen }),
  production: async () => ({ default: (await import('./screens/production/ProductionScreen.tsx')).ProductionScreen }),
  settings: async () => ({ default: (await import('./screens/settings/SettingsScreen.tsx')).SettingsScreen }),
  account: async () => ({ default: (await import('./screens/account/AccountScreen.tsx')).AccountScreen }),
})

/** The screen at a path of this host. Undefined if there is none. */
export const screenAt = (pathname: string): LoadableScreen | undefined =>
  screens.find(({ route }) => matchPath(addressOf(route), pathname))
