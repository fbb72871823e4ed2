import { brand } from '@app/brand'
import { formatCount } from '@app/pricing'
import area from '../area/Area.module.css'
import { useMember } from '../area/member.ts'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { AreaSection } from '../area/AreaSection.tsx'

/** The member, their passkeys and sessions, and what we have on file about the account. */
export function ProfileScreen() {
  const { name, email, account, timeZone } = useMember()
  return (
    <>
      <AreaSection id="you" title="You">
        <dl className={area.facts}>
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Email</dt>
          <dd>{email}</dd>
        </dl>
      </AreaSection>
      <OwnPasskeys />
      <OwnSessions />
      <AreaSection id="account" title="Account">
        <dl className={area.facts}>
          <dt>Company</dt>
          <dd>{account.name}</dd>
          <dt>Invoices go to</dt>
          <dd>
            {account.billingName}, {account.billingEmail}
          </dd>
          <dt>Monthly cap</dt>
          <dd>
            {account.monthlyCap === null
              ? '100,000 pieces, or more by agreement'
              : `${formatCount(account.monthlyCap)} ${account.monthlyCap === 1 ? 'piece' : 'pieces'}`}
          </dd>
          <dt>Months begin</dt>
          <dd>at midnight in our press’s time zone, {timeZone.replaceAll('_', ' ')}</dd>
        </dl>
        <p>
          To change any of this, call <a href={brand.phone.href}>{brand.phone.display}</a> or email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      </AreaSection>
    </>
  )
}
