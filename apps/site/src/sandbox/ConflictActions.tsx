import type { PrintTemplateDetail } from '@app/api-client'
import buttons from '../components/buttons.module.css'
import { withEdit, withoutEdit } from './draft.ts'
import type { Workspace } from './use-templates.ts'
import styles from './Sandbox.module.css'

interface ConflictActionsProps {
  workspace: Workspace
  newest: PrintTemplateDetail
  /** Called once the conflict is resolved. */
  done: () => void
}

/** Two tabs changed one template. The visitor picks a version, and neither is overwritten until then. */
export function ConflictActions({ workspace: { session, keep, change, replace }, newest, done }: ConflictActionsProps) {
  const { Id, Html, Version } = newest
  const keepMine = () => {
    keep(newest, Html, session)
    change((before) => {
      const typed = before.edits[Id]
      return typed === undefined ? before : withEdit(withoutEdit(before, Id), Id, typed, Version)
    })
    done()
  }
  const openTheirs = () => {
    keep(newest, Html, session)
    replace(`Opened version ${Version}.`, (before) => withoutEdit(before, Id))
    done()
  }
  return (
    <p className={styles.row}>
      <button type="button" className={buttons.secondary} onClick={keepMine}>
        Keep Mine as Version {Version + 1}
      </button>
      <button type="button" className={buttons.secondary} onClick={openTheirs}>
        Open Version {Version}
      </button>
    </p>
  )
}
