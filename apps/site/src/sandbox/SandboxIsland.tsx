import buttons from '../components/buttons.module.css'
import { removeDraft } from '../lib/draft-storage.ts'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'

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
    <InBrowser loading={<EditorSkeleton />} recovery={recovery}>
      <SandboxEditor />
    </InBrowser>
  </div>
)
