import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import styles from './Workbench.module.css'

/** Places of the size of the workbench, so that nothing moves when it arrives, and what to do when it cannot. */
export const BenchPlaces = () => (
  <div className={styles.bench}>
    <noscript>
      <p className={styles.scriptless}>
        The sandbox needs JavaScript, which is off in your browser. The same requests run from a terminal, without an
        account: <Link to={paths.docs}>copy one from the documentation</Link>, or call {brand.phone.display}.
      </p>
    </noscript>
    <div className={styles.places} aria-hidden="true">
      <div className={styles.barPlace} />
      <div className={styles.panels}>
        <div className={styles.panel} />
        <div className={styles.panel} />
        <div className={styles.panel} />
      </div>
    </div>
  </div>
)
