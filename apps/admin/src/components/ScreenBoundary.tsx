import { Component, type ReactNode } from 'react'
import { ErrorNotice } from './Notices.tsx'

type State = { error: Error | undefined }

/** Catches a screen that failed to load or render, for example after a new version was deployed. */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  // After a failed download, the browser only imports the code again if the page is reloaded.
  override componentDidMount() {
    window.addEventListener('online', this.recover)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.recover)
  }

  private readonly recover = () => {
    if (this.state.error) window.location.reload()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <ErrorNotice
        title="This screen could not be shown"
        query={{ error, refetch: () => window.location.reload(), isFetching: false }}
      />
    )
  }
}
