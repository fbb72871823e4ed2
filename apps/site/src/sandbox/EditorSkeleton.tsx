import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import styles from './Sandbox.module.css'

/** Placeholders of the editor's size, so that nothing shifts when it loads, and instructions for browsers without scripts. */
export const EditorSkeleton = () => (
  <div className={styles.sandbox}>
    <noscript>
      <p className={styles.scriptless}>
        The sandbox needs JavaScript, which is turned off in your browser. You can run the same requests from a terminal
        without an account: <Link to={paths.docs}>copy one from the documentation</Link>, or call {brand.phone.display}.
      </p>
    </noscript>
    <div className={styles.places} aria-hidden="true">
      <div className={styles.barPlace} />
      <div className={styles.panels}>
        <div className={styles.panel} />
        <div className={styles.panel} />
      </div>
      <div className={styles.dataPlace} />
    </div>
  </div>
)
