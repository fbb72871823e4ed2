import { brand } from '@app/brand'
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useLiveEvents } from '../live/use-live-events.ts'
import { SessionEndNotice } from '../session/SessionEndNotice.tsx'
import { useOwnRole } from '../session/use-own-role.ts'
import { useSignOutElsewhere } from '../session/sign-out-elsewhere.ts'
import { useStaff } from '../session/use-staff.ts'
import surface from '../components/surface.module.css'
import styles from './AdminLayout.module.css'
import { AdminNavigation } from './AdminNavigation.tsx'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { LazyCommandPalette } from './LazyCommandPalette.tsx'
import { OfflineNotice } from '../components/OfflineNotice.tsx'
import { useClosedEntries } from './use-closed-entries.ts'
import { useLostFocus } from './use-lost-focus.ts'
import { watchFailures } from './watch-failures.ts'

const SecondFactorRequired = lazy(async () => ({
  default: (await import('../screens/account/SecondFactorRequired.tsx')).SecondFactorRequired,
}))

/** The navigation rail, which is a top bar with a drawer on phones, next to the screen. */
export function AdminLayout() {
  const [isMenuOpen, menu] = useDisclosure(false)
  useSignOutElsewhere()
  const isInterrupted = useLiveEvents()
  useLostFocus()
  useClosedEntries()
  useOwnRole()
  const queryClient = useQueryClient()
  useEffect(() => watchFailures(queryClient), [queryClient])
  const [isHelpOpen, help] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const openHelp = () => {
    menu.close()
    help.open()
  }
  const staff = useStaff()
  // Until the page is reloaded, because a response in between must not hide the recovery codes.
  const [mustSetUp, setMustSetUp] = useState(false)
  if (staff?.needsSecondFactor && !mustSetUp) setMustSetUp(true)
  // Without a session, the palette would search leads that the person may not see.
  const search = () => {
    menu.close()
    if (staff) palette.open()
  }

  if (mustSetUp) {
    return (
      <Suspense>
        <SecondFactorRequired />
      </Suspense>
    )
  }
  const navigation = <AdminNavigation onLeave={menu.close} onHelp={openHelp} onSearch={search} />
  return (
    <div className={styles.layout}>
      <a href="#screen" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.rail}>
        <p className={styles.brand}>
          {brand.productName} <span>admin</span>
        </p>
        <div className={styles.wide}>{navigation}</div>
        <Burger
          className={styles.burger}
          color="var(--paper)"
          size="sm"
          opened={isMenuOpen}
          onClick={menu.toggle}
          aria-label="Menu"
          aria-expanded={isMenuOpen}
        />
      </header>
      {/* Before every other dialog, so that its key listener runs first. */}
      <SessionEndNotice />
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title="Menu"
        size="18rem"
        classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
      >
        {navigation}
      </Drawer>
      {isPaletteOpen && <LazyCommandPalette onClose={palette.close} />}
      <KeyboardShortcuts isHelpOpen={isHelpOpen} onHelp={help.open} onClose={help.close} onSearch={search} />
      <main id="screen" tabIndex={-1} className={styles.screen}>
        <OfflineNotice />
        <InterruptedNotice isShown={isInterrupted} />
        <Outlet />
      </main>
    </div>
  )
}

/** Shown while live updates are late. The screen itself works. */
function InterruptedNotice({ isShown }: { isShown: boolean }) {
  return (
    <div aria-live="polite">
      {isShown && (
        <p className={surface.notice}>
          Live updates are interrupted. Reload to see new data. The app tries to reconnect at least once a minute. If
          this message stays but everything else works, you may have the staff app open in too many windows.
        </p>
      )}
    </div>
  )
}
