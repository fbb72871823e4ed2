import { Component, type ReactNode } from 'react'
import buttons from './buttons.module.css'
import styles from './PartBoundary.module.css'

interface PartBoundaryProps {
  /** Reloads the page without the stored input of the part, which may make it fail each time. */
  startOver?: (() => void) | undefined
  children: ReactNode
}

/** Keeps an error of one part from removing the whole page. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { startOver, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <div role="alert" className={styles.failure}>
        <p>
          This part of the page can’t be shown.
          {startOver && ' If it fails again after a reload, start over without your draft.'}
        </p>
        <p>
          <button type="button" className={buttons.primary} onClick={() => location.reload()}>
            Reload
          </button>
          {startOver && (
            <button type="button" className={buttons.secondary} onClick={startOver}>
              Start Over
            </button>
          )}
        </p>
      </div>
    )
  }
}
