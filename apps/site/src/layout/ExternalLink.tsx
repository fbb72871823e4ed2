import type { ComponentPropsWithRef } from 'react'

/** Leaves the site in a new tab, which learns nothing about this one. */
export function ExternalLink({ children, ...props }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...props} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
