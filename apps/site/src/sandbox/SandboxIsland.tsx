import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { paths } from '../content/paths.ts'
import { removeDraft } from '../lib/draft-storage.ts'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import styles from './Sandbox.module.css'

/** Placeholders of the editor's size, so that nothing shifts when it loads, and instructions for browsers without scripts. */
const skeleton = (
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

const SandboxEditor = lazyPart('SandboxEditor', () => import('./SandboxEditor.tsx'))

function startOver(): void {
  removeDraft('sandbox')
  location.reload()
}

/** A stored draft may be the cause. */
const recovery = (
  <>
    <p>If it fails again after that, start over without your draft.</p>
    <button type="button" className={buttons.secondary} onClick={startOver}>
      Start Over
    </button>
  </>
)

/**
 * The editor is the point of the page, so it loads without being scrolled to. It renders only in the browser, which has
 * the stored draft. Until then, placeholders take its place.
 */
export const SandboxIsland = () => (
  <div data-island="sandbox-editor">
    <InBrowser loading={skeleton} recovery={recovery}>
      <SandboxEditor />
    </InBrowser>
  </div>
)
