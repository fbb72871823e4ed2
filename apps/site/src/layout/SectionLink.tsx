import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { isPlainClick, jumpToSection } from '../lib/scroll-to-section.ts'

interface SectionLinkProps {
  section: string
  className?: string | undefined
  onJump?: () => void
  children: ReactNode
}

/** Links to a section of the home page: scrolls when the home page is open, navigates there otherwise. */
export function SectionLink({ section, className, onJump, children }: SectionLinkProps) {
  const { pathname } = useLocation()
  if (pathname !== paths.home) {
    return (
      <Link to={`${paths.home}#${section}`} className={className}>
        {children}
      </Link>
    )
  }
  const jump = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onJump?.()
    jumpToSection(section)
  }
  return (
    <a href={`#${section}`} data-jump className={className} onClick={jump}>
      {children}
    </a>
  )
}
