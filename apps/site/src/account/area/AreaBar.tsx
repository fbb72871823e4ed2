import { type PieceMode, useDeleteCurrentMemberSession } from '@app/api-client'
import { brand } from '@app/brand'
import { announce } from '@app/ui/session-channel'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import notice from '../../components/notice.module.css'
import { accountPaths } from '../../content/account-paths.ts'
import { removeDrafts } from '../../lib/draft-storage.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { accountClient, statusOf } from './account-client.ts'
import { useMode } from './address.ts'
import styles from './AreaBar.module.css'
import { draftPrefix, memberChannel, useMember } from './member.ts'
import { useAction } from '../../forms/use-action.ts'

const modes: Record<PieceMode, string> = { live: 'Live', test: 'Test' }

/** The bar above every screen: account name, live or test mode, and sign-out. */
export function AreaBar() {
  const { name, account } = useMember()
  const mode = useMode()
  return (
    <div className={styles.area}>
      <div className={styles.bar}>
        <p className={styles.account}>{account.name}</p>
        <ModeSwitch mode={mode} />
        <p className={styles.member}>
          <span>{name}</span> <SignOut />
        </p>
      </div>
      {account.suspended && (
        <p role="status" className={notice.bad}>
          <b>Your account is suspended.</b> It can’t send pieces for now. Call{' '}
          <a href={brand.phone.href}>{brand.phone.display}</a> or email{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      )}
      {mode === 'test' && (
        <p className={styles.test}>
          <b>Test data.</b> These pieces are simulated: nothing is printed, mailed, or charged.
        </p>
      )}
    </div>
  )
}

/** An open record belongs to one mode, so switching modes closes it. */
function ModeSwitch({ mode }: { mode: PieceMode }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Data" className={styles.modes}>
      {(['live', 'test'] as const).map((one) => (
        <Link key={one} to={one === 'live' ? pathname : `${pathname}?Mode=${one}`} aria-current={mode === one}>
          {modes[one]}
        </Link>
      ))}
    </nav>
  )
}

function SignOut() {
  const navigate = useNavigate()
  const { showError } = useToasts()
  const { mutateAsync } = useDeleteCurrentMemberSession({ skipInvalidation: true })
  const { act, isBusy } = useAction(async () => {
    try {
      await mutateAsync()
    } catch (error) {
      // Without a session, the member is signed out already.
      if (statusOf(error) !== 401) return showError('We could not sign you out. Try again.')
    }
    removeDrafts(draftPrefix)
    announce(memberChannel, 'signed out')
    accountClient.clear()
    return navigate(accountPaths.signIn)
  })
  return (
    <button type="button" className={styles.out} aria-disabled={isBusy} onClick={act}>
      Sign Out
    </button>
  )
}
