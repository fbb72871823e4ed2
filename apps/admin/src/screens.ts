import { fieldNames } from '@app/labels'
import type { ReactNode } from 'react'
import { matchPath } from 'react-router-dom'
import { addressOf, routes, type ScreenName, type ScreenRoute } from './urls/routes.ts'

/** The code of each screen, which loads when the screen is first opened. A screen without code does not compile. */
const code: Readonly<Record<ScreenName, () => Promise<{ default: () => ReactNode }>>> = {
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
}

export const screens = fieldNames(routes).map((name) => {
  const route: ScreenRoute = routes[name]
  return { route, load: code[name] }
})

/** The screen at a path of this host. Undefined if there is none. */
export const screenAt = (pathname: string) => screens.find(({ route }) => matchPath(addressOf(route), pathname))
