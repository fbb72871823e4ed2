import type { PrintTemplateDetail } from '@app/api-client'
import buttons from '../components/buttons.module.css'
import { withEdit, withoutEdit } from './draft.ts'
import type { Holder } from './holder.ts'
import styles from './Workbench.module.css'

interface SettleButtonsProps {
  holder: Holder
  newest: PrintTemplateDetail
  /** The failure that asked is over. */
  done: () => void
}

/** Two tabs changed one template: the visitor says which of the two stays. Neither is overwritten before. */
export function SettleButtons({ holder: { ring, keep, change }, newest, done }: SettleButtonsProps) {
  const { Id, Html, Version } = newest
  const settle = (isMine: boolean) => {
    keep(newest, Html, ring)
    change((before) => {
      const typed = before.edits[Id]
      const theirs = withoutEdit(before, Id)
      return isMine && typed !== undefined ? withEdit(theirs, Id, typed, Version) : theirs
    })
    done()
  }
  return (
    <p className={styles.row}>
      <button type="button" className={buttons.secondary} onClick={() => settle(true)}>
        Keep Mine, as Version {Version + 1}
      </button>
      <button type="button" className={buttons.secondary} onClick={() => settle(false)}>
        Open Version {Version}
      </button>
    </p>
  )
}
