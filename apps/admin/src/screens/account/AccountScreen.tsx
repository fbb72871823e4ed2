import { useListOwnSignIns } from '@app/api-client'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Section } from '../../components/Section.tsx'
import { keepPage, pageOf, useUrlState } from '../../list/use-url-state.ts'
import rows from '../../list/Rows.module.css'
import { OwnSessions } from './OwnSessions.tsx'
import { OwnTokens } from './OwnTokens.tsx'
import styles from './AccountScreen.module.css'
import { PasswordDialog } from './PasswordDialog.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignInList } from '../../access/SignInList.tsx'
import { useStaff } from '../../session/use-staff.ts'

/** Small, because the sign-ins that a user might not recognize are among the latest. */
const pageSize = 5

const meanings = {
  owner: 'Owner: you have full access.',
  editor: 'Editor: you can edit leads, samples, and prices.',
  viewer: 'Viewer: you have read-only access.',
}

/** The signed-in account, its sessions, and the attempts to sign in to it. */
export function AccountScreen() {
  const url = useUrlState()
  const staff = useStaff()
  const signIns = useListOwnSignIns(pageOf(url, pageSize), keepPage)
  const [isChanging, passwordDialog] = useDisclosure(false)
  return (
    <>
      {staff && (
        <div className={styles.card}>
          <div>
            <p className={styles.name} dir="auto">
              {staff.name}
            </p>
            <p>{staff.email}</p>
            <p className={rows.quiet}>{meanings[staff.role]} Owners change roles and reset passwords.</p>
          </div>
          {staff.signInMethod === 'password' && (
            <Button variant="default" onClick={passwordDialog.open}>
              Change password
            </Button>
          )}
        </div>
      )}
      {staff?.signInMethod === 'password' && <SecondFactor email={staff.email} />}
      {staff && isChanging && <PasswordDialog email={staff.email} onClose={passwordDialog.close} />}
      <OwnSessions />
      {staff && <OwnTokens staff={staff} />}
      <Section
        title="Your sign-ins"
        note="Attempts to sign in to your account. Tell an owner if you don’t recognize one."
      >
        <SignInList query={signIns} />
      </Section>
    </>
  )
}
