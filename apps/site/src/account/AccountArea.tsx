import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { AccountScreen } from '../content/account-paths.ts'
import { PartBoundary } from '../startup/PartBoundary.tsx'
import { accountClient } from './area/account-client.ts'
import { AreaBar } from './area/AreaBar.tsx'
import { SecretDialog } from './area/Dialog.tsx'
import { RequireMember } from './area/RequireMember.tsx'
import { SecretContext, type ShownSecret } from './area/shown-secret.ts'
import { KeysScreen } from './keys/KeysScreen.tsx'
import { MembersScreen } from './members/MembersScreen.tsx'
import { OverviewScreen } from './overview/OverviewScreen.tsx'
import { PiecesScreen } from './pieces/PiecesScreen.tsx'
import { ProfileScreen } from './profile/ProfileScreen.tsx'
import { SignInScreen } from './sign-in/SignInScreen.tsx'
import { StatementsScreen } from './statements/StatementsScreen.tsx'
import { WebhooksScreen } from './webhooks/WebhooksScreen.tsx'

const screens: Record<Exclude<AccountScreen, 'signIn'>, ComponentType> = {
  overview: OverviewScreen,
  pieces: PiecesScreen,
  keys: KeysScreen,
  webhooks: WebhooksScreen,
  statements: StatementsScreen,
  members: MembersScreen,
  profile: ProfileScreen,
}

/** The customer area: the sign-in page, or a screen for the signed-in member. */
export function AccountArea({ screen }: { screen: AccountScreen }) {
  return (
    <QueryClientProvider client={accountClient}>
      {screen === 'signIn' ? (
        <SignInScreen />
      ) : (
        <RequireMember>
          <MemberArea screen={screen} />
        </RequireMember>
      )}
    </QueryClientProvider>
  )
}

function MemberArea({ screen }: { screen: keyof typeof screens }) {
  const Screen = screens[screen]
  const [secret, setSecret] = useState<ShownSecret>()
  return (
    <SecretContext value={setSecret}>
      <AreaBar />
      <PartBoundary key={screen}>
        <Screen />
      </PartBoundary>
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </SecretContext>
  )
}
