import { paths } from './paths.ts'

export type ScreenMeta = { title: string; description: string; keywords: string }

export type ScreenRoute = { path: string; meta: ScreenMeta; load: () => Promise<{ default: () => React.ReactNode }> }

export const routes: ScreenRoute[] = [
  {
    path: paths.dashboard,
    meta: {
      title: 'Dashboard',
      description: 'Demo requests, conversion rate and pipeline value at a glance.',
      keywords: 'dashboard, leads, conversion rate, pipeline value',
    },
    load: async () => ({ default: (await import('./screens/dashboard/DashboardScreen.tsx')).DashboardScreen }),
  },
  {
    path: paths.samples,
    meta: {
      title: 'Sample Management',
      description: 'The postcards and letters visitors can ask for.',
      keywords: 'samples, sample templates, postcards, letters',
    },
    load: async () => ({ default: (await import('./screens/samples/SamplesScreen.tsx')).SamplesScreen }),
  },
  {
    path: paths.pricing,
    meta: {
      title: 'Pricing Management',
      description: 'The products and prices shown on the site.',
      keywords: 'pricing, products, postcards, letters',
    },
    load: async () => ({ default: (await import('./screens/pricing/PricingScreen.tsx')).PricingScreen }),
  },
  {
    path: paths.settings,
    meta: {
      title: 'Settings',
      description: 'Accounts of the staff, the connection to the CRM, and who signed in.',
      keywords: 'settings, staff, roles, CRM, sign-ins',
    },
    load: async () => ({ default: (await import('./screens/settings/SettingsScreen.tsx')).SettingsScreen }),
  },
  {
    path: paths.account,
    meta: {
      title: 'Your account',
      description: 'Who you are signed in as, and the attempts to sign in to your account.',
      keywords: 'account, role, sign-ins',
    },
    load: async () => ({ default: (await import('./screens/account/AccountScreen.tsx')).AccountScreen }),
  },
]

export const notFoundMeta: ScreenMeta = {
  title: 'Oops! Page Not Found',
  description: 'There is no screen at this address.',
  keywords: 'not found',
}
