import type { ReactNode } from 'react'
import { jumpToSection } from '../lib/scroll-to-section.ts'

interface JumpButtonProps {
  section: string
  className: string | undefined
  children: ReactNode
}

/** Scrolls to a section of the same page. */
export const JumpButton = ({ section, className, children }: JumpButtonProps) => (
  <button type="button" className={className} onClick={() => jumpToSection(section)}>
    {children}
  </button>
)
