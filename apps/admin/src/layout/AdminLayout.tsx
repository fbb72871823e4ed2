import { useGetAuthUser } from '@app/api-client'
import { brand } from '@app/brand'
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCallback } from 'react'
import { Outlet } from 'react-router-dom'
import { useLiveNews } from '../live/use-live-news.ts'
import { SessionEndNotice } from '../session/SessionEndNotice.tsx'
import { useSignOutElsewhere } from '../session/sign-out-elsewhere.ts'
import styles from './AdminLayout.module.css'
import { AdminNavigation } from './AdminNavigation.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { plainTitleBar } from './title-bar.ts'
import { useTypeAhead } from './use-type-ahead.ts'

/** The rail at the left, on phones a bar with a drawer, and the screen beside it. */
export function AdminLayout() {
  const [isMenuOpen, menu] = useDisclosure(false)
  useSignOutElsewhere()
  useLiveNews()
  const [isHelpOpen, help] = useDisclosure(false)
  const [isFinding, finding] = useDisclosure(false)
  const [sought, setSought] = useTypeAhead(isFinding)
  const openHelp = () => {
    menu.close()
    help.open()
  }
  // Reads what RequireStaff asked for: who is not signed in finds nothing.
  const isSignedIn = Boolean(useGetAuthUser({ query: { enabled: false } }).data?.data)
  const openFinding = finding.open
  const find = useCallback(() => {
    if (isSignedIn) openFinding()
  }, [isSignedIn, openFinding])

  return (
    <div className={styles.layout}>
      <a href="#screen" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.rail}>
        <p className={styles.brand}>
          {brand.productName} <span>admin</span>
        </p>
        <div className={styles.wide}>
          <AdminNavigation onHelp={openHelp} onFind={find} />
        </div>
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
      {/* Before every other dialog: it hears keys first. */}
      <SessionEndNotice />
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title="Menu"
        size="18rem"
        classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
        attributes={plainTitleBar}
      >
        <AdminNavigation
          onLeave={menu.close}
          onHelp={openHelp}
          onFind={() => {
            menu.close()
            find()
          }}
        />
      </Drawer>
      {isFinding && <CommandPalette text={sought} onText={setSought} onClose={finding.close} />}
      <KeyboardShortcuts isHelpOpen={isHelpOpen} onHelp={help.open} onClose={help.close} onFind={find} />
      <main id="screen" tabIndex={-1} className={styles.screen}>
        <Outlet />
      </main>
    </div>
  )
}
