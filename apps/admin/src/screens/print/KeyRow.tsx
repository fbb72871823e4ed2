import type { SandboxKeyUsage } from '@app/api-client'
import { keyStateLabels, labelOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { Link } from 'react-router-dom'
import { figure } from '../../components/figure.ts'
import { Instant, LastTime } from '../../components/Instant.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import rows from '../../list/Rows.module.css'
import { routes } from '../../urls/routes.ts'
import styles from './PrintScreen.module.css'

type Props = {
  sandboxKey: SandboxKeyUsage
  /** Absent if it can't be revoked. */
  onRevoke: (() => void) | undefined
}

const endText = { active: 'Expires', expired: 'Expired', revoked: 'Revoked' }

/** A key, its usage, and the lead that its owner became. */
export function KeyRow({ sandboxKey, onRevoke }: Props) {
  const { prefix, state, createdAt, expiresAt, revokedAt, lastUsedAt, leadId, leadName } = sandboxKey
  return (
    <li className={`${rows.row} ${styles.key}`} aria-label={prefix}>
      <div>
        <div className={rows.line}>
          <code className={rows.code}>{prefix}…</code>
          <Badge {...(state === 'active' ? { color: 'teal' } : { variant: 'default' })}>
            {labelOf(keyStateLabels, state)}
          </Badge>
        </div>
        <p className={rows.quiet}>
          Created <Instant at={createdAt} />
        </p>
      </div>
      <div>
        <p>{usageText(sandboxKey)}</p>
        <p className={rows.quiet}>
          <LastTime text="Last used" at={lastUsedAt} never="Never used" />
        </p>
      </div>
      <div>
        {leadId && (
          <p>
            <Link to={`${routes.dashboard.path}?lead=${leadId}`} dir="auto">
              {leadName ?? 'Lead'}
            </Link>
          </p>
        )}
        <p className={rows.quiet}>
          {endText[state]} <Instant at={revokedAt ?? expiresAt} />
        </p>
      </div>
      <div className={rows.actions}>
        {onRevoke && (
          <RowButton text="Revoke" label={`Revoke ${prefix}`} onClick={onRevoke} />
        )}
      </div>
    </li>
  )
}

/** The API stops counting here. */
const maxCounted = 1_000

const cappedText = (count: number, noun: string): string =>
  `${figure(count)}${count >= maxCounted ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`

/** How a key was used: "12 proofs, 1 template". */
const usageText = ({ proofs, templates, assets }: SandboxKeyUsage): string =>
  [
    cappedText(proofs, 'proof'),
    ...(templates > 0 ? [cappedText(templates, 'template')] : []),
    ...(assets > 0 ? [cappedText(assets, 'asset')] : []),
  ].join(', ')
