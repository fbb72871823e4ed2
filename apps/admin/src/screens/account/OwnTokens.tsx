import { deleteOwnToken, type StaffTokenWithSecret, type StaffUser, useListOwnTokens } from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { apiOrigin } from '../../urls/api-origin.ts'
import { Section } from '../../components/Section.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import { Instant } from '../../components/Instant.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { TokenList } from '../../access/TokenList.tsx'

/** Tokens that let programs call the API on your behalf. */
export function OwnTokens({ staff }: { staff: StaffUser }) {
  const tokens = useListOwnTokens()
  const [isMaking, setMaking] = useState(false)
  // The token is shown once, so it is only kept here: neither in the URL nor in the cache.
  const [made, setMade] = useState<StaffTokenWithSecret>()
  return (
    <Section
      title="API tokens"
      action={
        staff.signInMethod === 'password' && (
          <Button variant="default" onClick={() => setMaking(true)}>
            Create token
          </Button>
        )
      }
      note={
        <>
          Apps with a token act as you. See the <a href={`${apiOrigin}/api/docs/full#tag/guide-staff`}>API reference</a>
          .
          {staff.signInMethod !== 'password' &&
            ' Creating one requires a password, which single sign-on accounts don’t have.'}
        </>
      }
    >
      <TokenList query={tokens} revoke={(id) => deleteOwnToken(id)} />
      {isMaking && (
        <TokenDialog email={staff.email} role={staff.role} onToken={setMade} onClose={() => setMaking(false)} />
      )}
      {made && (
        <ShownOnceDialog
          title="Your API token"
          label="API token"
          value={made.token}
          copy="Copy token"
          loss="The token can’t be shown again. You can revoke it and create another one."
          onClose={() => setMade(undefined)}
        >
          Keep it secret: anyone who has it can do everything that its scopes and your role allow, until{' '}
          <Instant at={made.expiresAt} />.
        </ShownOnceDialog>
      )}
    </Section>
  )
}
