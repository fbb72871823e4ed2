import { Component, type ReactNode } from 'react'
import buttons from '../components/buttons.module.css'
import styles from './PartBoundary.module.css'

interface PartBoundaryProps {
  /** Shown below the Reload button, in case the part fails every time. */
  recovery?: ReactNode
  children: ReactNode
}

/** Keeps an error of one part from removing the whole page. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { recovery, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <div role="alert" className={styles.failure}>
        <p>Something went wrong here.</p>
        <button type="button" className={buttons.primary} onClick={() => location.reload()}>
          Reload
        </button>
        {recovery}
      </div>
    )
  }
}
