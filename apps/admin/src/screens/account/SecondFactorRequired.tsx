import { Button } from '@mantine/core'
import { logoutUrl } from '../../urls/api-origin.ts'
import { announceSignOut } from '../../session/sign-out-elsewhere.ts'
import { useStaff } from '../../session/use-staff.ts'
import { SecondFactor } from './SecondFactor.tsx'
import styles from './SecondFactor.module.css'

/** Replaces the whole app until the person has set up the required second factor. */
export function SecondFactorRequired() {
  const staff = useStaff()
  if (!staff) return null
  return (
    <main className={styles.needed}>
      <h1>One more step, {staff.name}</h1>
      <p>A second factor is required here. Set one up to continue; it takes a minute.</p>
      <SecondFactor email={staff.email} onAdded={() => window.location.reload()} />
      <Button component="a" href={logoutUrl} variant="subtle" mt="lg" onClick={announceSignOut}>
        Sign out
      </Button>
    </main>
  )
}
