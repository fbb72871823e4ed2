import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import styles from './Track.module.css'

const TrackedPiece = lazyPart('TrackedPiece', () => import('./TrackedPiece.tsx'))

const loading = (
  <p role="status" className={styles.loading}>
    Loading…
  </p>
)

/** The piece of the token in the address, which only the browser knows. */
export const TrackIsland = () => (
  <InBrowser loading={loading}>
    <TrackedPiece />
  </InBrowser>
)
