import { earlierDraftIsBack, type Replacement } from './draft.ts'
import styles from './Sandbox.module.css'

interface ReplacementNoteProps {
  replacement: Replacement | undefined
  undo: () => void
  close: () => void
}

/** Announces a replaced draft, with a button that restores the earlier one. It stays in view while the visitor scrolls. */
export const ReplacementNote = ({ replacement, undo, close }: ReplacementNoteProps) => (
  <div role="status" className={styles.replacement}>
    {replacement && (
      <p>
        <span>{replacement.text}</span>
        {replacement.before && (
          <button type="button" onClick={undo}>
            {replacement.text === earlierDraftIsBack ? 'Redo' : 'Undo'}
          </button>
        )}
        <button type="button" aria-label="Close this note" onClick={close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6L18 18M18 6L6 18" />
          </svg>
        </button>
      </p>
    )}
  </div>
)
