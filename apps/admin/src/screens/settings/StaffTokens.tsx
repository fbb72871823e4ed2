import {
  getListChangesQueryKey,
  getListStaffTokensQueryKey,
  type StaffAccount,
  type StaffToken,
  useListStaffTokens,
  useDeleteStaffToken,
} from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOneSuccess } from '../../components/use-one-at-a-time.ts'
import styles from '../../access/Access.module.css'
import { revocation, RevokeQuestion } from '../../access/RevokeQuestion.tsx'
import { TokenList } from '../../access/TokenList.tsx'

type Props = {
  account: StaffAccount
  /** Whether a question is open, in which case Escape closes only that. */
  onAsk: (isAsking: boolean) => void
}

/** The tokens of another account. */
export function StaffTokens({ account, onAsk }: Props) {
  const tokens = useListStaffTokens(account.id)
  const [revoked, setRevoked] = useState<StaffToken>()
  const ask = (token?: StaffToken) => {
    setRevoked(token)
    onAsk(token !== undefined)
  }
  return (
    <section aria-labelledby="staff-tokens" className={styles.section}>
      <div className={styles.bar}>
        <h3 id="staff-tokens">API tokens</h3>
      </div>
      <TokenList query={tokens} onRevoke={ask} />
      {revoked && <Revocation account={account} token={revoked} onClose={() => ask()} />}
    </section>
  )
}

type RevocationProps = { account: StaffAccount; token: StaffToken; onClose: () => void }

function Revocation({ account, token, onClose }: RevocationProps) {
  const queryClient = useQueryClient()
  const write = useOneSuccess()
  const revoke = useDeleteStaffToken({
    mutation: revocation(() => {
      onClose()
      const keys = [getListStaffTokensQueryKey(account.id), getListChangesQueryKey()]
      return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    }),
  })
  return (
    <RevokeQuestion
      token={token}
      isWorking={revoke.isPending}
      onConfirm={() => write(() => revoke.mutateAsync({ id: token.id }))}
      onClose={onClose}
    />
  )
}
