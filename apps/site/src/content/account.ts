import { brand } from '@app/brand'
import { fieldNames } from '@app/labels'
import { type AccountScreen, accountPaths } from './account-paths.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'

const texts: Record<AccountScreen, { title: string; description: string }> = {
  overview: { title: 'Overview', description: 'This month’s pieces, what they cost, and your price tier.' },
  pieces: { title: 'Pieces', description: 'Every piece your apps have sent, with images and tracking.' },
  keys: { title: 'Keys', description: 'Print API keys: create, restrict, rotate, and revoke them.' },
  webhooks: {
    title: 'Webhooks',
    description: 'The URLs that receive your pieces’ events, and what was delivered.',
  },
  statements: { title: 'Statements', description: 'What each month cost, as a CSV or PDF.' },
  members: { title: 'Members', description: 'The people who can sign in to your account.' },
  profile: { title: 'Profile', description: 'Your passkeys, your sessions, and the details of your account.' },
  signIn: { title: 'Sign in', description: `Sign in to your ${brand.companyName} account with a link or a passkey.` },
}

export const accountTitle = (screen: AccountScreen): string => texts[screen].title

/** Excluded from search engines. */
export const accountMeta = (screen: AccountScreen): PageMeta => ({
  path: accountPaths[screen],
  title: `${texts[screen].title}, customer account`,
  description: texts[screen].description,
  keywords: 'customer account, print API account',
  noindex: true,
})

/** The screen of a path, ignoring letter case and a trailing slash. */
export function accountScreenOf(pathname: string): AccountScreen {
  const wanted = pathname.toLowerCase().replace(/\/$/, '')
  return fieldNames(accountPaths).find((screen) => accountPaths[screen] === wanted) ?? 'overview'
}

/** Customers share this page with their recipients. It shows nothing without a token. */
export const trackMeta: PageMeta = {
  path: paths.track,
  title: 'Track a mail piece',
  description: 'See where a postcard or a letter is: printed, mailed, in transit, or delivered.',
  keywords: 'mail tracking, follow a postcard, follow a letter',
  noindex: true,
}
