import { useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { scrollToSection } from './scroll-to-section.ts'
import { Seo, type PageMeta } from './Seo.tsx'
import { PrintFooter } from './PrintFooter.tsx'
import { PrintHeader } from './PrintHeader.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import styles from './SitePage.module.css'

/** The first page comes from the server, scrolled where the visitor left it; only later ones need a fresh start. */
let isFirstPage = true

function useFreshStart() {
  const { hash } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    if (hash) return scrollToSection(hash.slice(1))
    if (!isBack) scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
    // Once for each page that is shown: a jump within the page scrolls by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return main
}

interface SitePageProps {
  meta: PageMeta
  /** Which of the two headers and footers frame it. */
  frame?: 'site' | 'print'
  children: ReactNode
}

/** Header, main and footer of one page, with its title and meta elements. */
export function SitePage({ meta, frame = 'site', children }: SitePageProps) {
  const main = useFreshStart()
  useMarkReady('page')
  return (
    <>
      <Seo {...meta} />
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {frame === 'print' ? <PrintHeader /> : <SiteHeader />}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {frame === 'print' ? <PrintFooter /> : <SiteFooter />}
    </>
  )
}
