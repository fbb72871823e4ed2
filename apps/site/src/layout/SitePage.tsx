import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import floating from '../components/floating.module.css'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { scrollToSection } from '../lib/scroll-to-section.ts'
import type { PageMeta } from '../content/page-meta.ts'
import { Seo } from './Seo.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { type Frame, SiteHeader } from './SiteHeader.tsx'

/** The browser restores the scroll position of the first page; pages after that must scroll to the top themselves. */
let isFirstPage = true

function useFreshStart() {
  const { hash, pathname } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const main = useRef<HTMLElement>(null)
  // Runs before the page's first paint, so that it does not take the focus from a field already in use.
  useLayoutEffect(() => {
    if (isFirstPage) {
      isFirstPage = false
      return
    }
    if (hash) return scrollToSection(hash.slice(1))
    if (!isBack) scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
    // Runs once per path, because some screens share a page. A jump within a page scrolls by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname])
  return main
}

interface SitePageProps {
  meta: PageMeta
  /** Selects one of the two headers and footers. */
  frame?: Frame
  /** Replaces the header of the frame. */
  header?: ReactNode
  children: ReactNode
}

/** Header, main and footer of one page, with its title and meta elements. */
export function SitePage({ meta, frame = 'site', header, children }: SitePageProps) {
  const main = useFreshStart()
  useMarkReady('page')
  return (
    <>
      <Seo {...meta} />
      <a href="#main" className={floating.skip}>
        Skip to content
      </a>
      {header ?? <SiteHeader frame={frame} />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter frame={frame} />
    </>
  )
}
