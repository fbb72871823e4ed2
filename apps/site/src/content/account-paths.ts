/** Paths of the customer area. The state of a screen is in its query string. */
export const accountPaths = {
  overview: '/account',
  pieces: '/account/pieces',
  keys: '/account/keys',
  webhooks: '/account/webhooks',
  statements: '/account/statements',
  members: '/account/members',
  profile: '/account/profile',
  signIn: '/account/sign-in',
} as const

export type AccountScreen = keyof typeof accountPaths
