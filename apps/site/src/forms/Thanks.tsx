import { brand } from '@app/brand'
import type { ReactNode } from 'react'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import styles from './Form.module.css'
import type { FormDraft } from './form-draft.ts'
import { earlierVersion } from './use-public-form.ts'

interface ThanksProps<Field extends string> {
  draft: FormDraft<Field>
  onClose: () => void
  children: ReactNode
}

/** The message after a form was stored, with the next step. */
export const Thanks = <Field extends string>({ draft, onClose, children }: ThanksProps<Field>) => (
  <div className={styles.thanks}>
    {children}
    {draft.state.step === 'stored' && draft.state.isEarlier && <p>{earlierVersion}</p>}
    <div className={styles.thanksActions}>
      <ExternalLink href={brand.links.scheduleDemo} className={buttons.primary}>
        Schedule Demo
      </ExternalLink>
      <button type="button" className={buttons.secondary} onClick={onClose}>
        Close
      </button>
    </div>
  </div>
)
