import type { PrintTemplateDetail } from '@app/api-client'
import buttons from '../components/buttons.module.css'
import { withEdit, withoutEdit } from './draft.ts'
import type { Workspace } from './workspace.ts'
import styles from './Sandbox.module.css'

interface ConflictActionsProps {
  workspace: Workspace
  newest: PrintTemplateDetail
  /** Called once the conflict is resolved. */
  done: () => void
}

/** Two tabs changed one template. The visitor picks a version, and neither is overwritten until then. */
export function ConflictActions({ workspace: { session, keep, change }, newest, done }: ConflictActionsProps) {
  const { Id, Html, Version } = newest
  const resolve = (isMine: boolean) => {
    keep(newest, Html, session)
    change((before) => {
      const typed = before.edits[Id]
      const theirs = withoutEdit(before, Id)
      return isMine && typed !== undefined ? withEdit(theirs, Id, typed, Version) : theirs
    })
    done()
  }
  return (
    <p className={styles.row}>
      <button type="button" className={buttons.secondary} onClick={() => resolve(true)}>
        Keep Mine as Version {Version + 1}
      </button>
      <button type="button" className={buttons.secondary} onClick={() => resolve(false)}>
        Open Version {Version}
      </button>
    </p>
  )
}
