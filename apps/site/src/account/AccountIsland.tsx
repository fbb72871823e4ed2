import type { AccountScreen } from '../content/account-paths.ts'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'

const AccountArea = lazyPart('AccountArea', () => import('./AccountArea.tsx'))

/** A screen of the customer area. It renders only in the browser, which has the session. */
export const AccountIsland = ({ screen }: { screen: AccountScreen }) => (
  <InBrowser loading={<p role="status">Loading…</p>}>
    <AccountArea screen={screen} />
  </InBrowser>
)
