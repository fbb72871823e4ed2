import { useEffect, useRef } from 'react'
import type { FormDraft } from '../forms/form-draft.ts'
import { Thanks } from '../forms/Thanks.tsx'
import type { LeadField } from './lead-form.ts'
import styles from './LeadForm.module.css'

interface LeadThanksProps {
  /** The submit button is gone, so the heading takes the focus. */
  takesFocus: boolean
  draft: FormDraft<LeadField>
  onClose: () => void
}

/** Replaces the form after it was stored. */
export function LeadThanks({ takesFocus, draft, onClose }: LeadThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Thanks draft={draft} onClose={onClose}>
      <svg viewBox="0 0 96 40" className={styles.postmark} aria-hidden="true">
        <circle cx="20" cy="20" r="17" />
        <path d="M12 20l6 6 11-12M44 10q7-6 13 0t13 0 13 0 12-2M44 20q7-6 13 0t13 0 13 0 12-2M44 30q7-6 13 0t13 0 13 0 12-2" />
      </svg>
      <h3 ref={heading} tabIndex={-1} className={styles.thanksTitle}>
        Thank You!
      </h3>
      <p>We got your request and will email you soon. To pick a time yourself, open the calendar.</p>
    </Thanks>
  )
}
