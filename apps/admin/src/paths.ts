/** Where the app is mounted; the router's paths are below it. */
export const basePath = '/admin'

export const paths = {
  dashboard: '/',
  samples: '/samples',
  pricing: '/pricing',
  settings: '/settings',
  account: '/account',
} as const
