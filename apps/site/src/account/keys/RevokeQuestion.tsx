import { type AccountKey, useRevokeKey } from '@app/api-client'
import { Question } from '../area/Question.tsx'
import { Time } from '../area/Time.tsx'

export function RevokeQuestion({ revoked, onClose }: { revoked: AccountKey; onClose: () => void }) {
  const { mutateAsync } = useRevokeKey()
  const { id, name, prefix, mode, lastUsedAt } = revoked
  return (
    <Question
      title={`Revoke the ${mode} key “${name}”?`}
      yes="Revoke It"
      act={() => mutateAsync({ id })}
      done={`Key “${name}” revoked`}
      onClose={onClose}
    >
      <p>
        Any further calls with <code>{prefix}…</code> will be rejected. This can’t be undone.{' '}
        {lastUsedAt === null ? (
          'It has never been used.'
        ) : (
          <>
            It was last used <Time at={lastUsedAt} />.
          </>
        )}{' '}
        To replace it without downtime, rotate it instead.
      </p>
    </Question>
  )
}
