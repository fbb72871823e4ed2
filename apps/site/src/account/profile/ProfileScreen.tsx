import { brand } from '@app/brand'
import { formatCount } from '@app/pricing'
import { Facts } from '../area/Facts.tsx'
import { useMember } from '../area/member.ts'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { AreaSection } from '../area/AreaSection.tsx'

/** The member, their passkeys and sessions, and our records of the account. */
export function ProfileScreen() {
  const { name, email, account, timeZone } = useMember()
  return (
    <>
      <AreaSection id="you" title="You">
        <Facts facts={{ Name: name, Email: email }} />
      </AreaSection>
      <OwnPasskeys />
      <OwnSessions />
      <AreaSection id="account" title="Account">
        <Facts
          facts={{
            Company: account.name,
            'Invoices go to': `${account.billingName}, ${account.billingEmail}`,
            'Monthly cap':
              account.monthlyCap === null
                ? '100,000 pieces, or more by agreement'
                : `${formatCount(account.monthlyCap)} ${account.monthlyCap === 1 ? 'piece' : 'pieces'}`,
            'Months begin': `at midnight in our press’s time zone, ${timeZone.replaceAll('_', ' ')}`,
          }}
        />
        <p>
          To change any of this, call <a href={brand.phone.href}>{brand.phone.display}</a> or email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      </AreaSection>
    </>
  )
}
