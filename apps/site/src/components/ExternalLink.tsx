import type { ComponentPropsWithRef } from 'react'

/** Opens another site in a new tab, without access to this one and without a referrer. */
export function ExternalLink({ children, ...props }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...props} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
