import { removeDraft } from '../lib/draft-storage.ts'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'

const SandboxEditor = lazyPart('SandboxEditor', () => import('./SandboxEditor.tsx'))

function startOver(): void {
  removeDraft('sandbox')
  location.reload()
}

/**
 * The editor is the point of the page, so it loads without being scrolled to. It renders only in the browser, which has
 * the stored draft. Until then, placeholders take its place.
 */
export const SandboxIsland = () => (
  <div data-island="sandbox-editor">
    <InBrowser loading={<EditorSkeleton />} startOver={startOver}>
      <SandboxEditor />
    </InBrowser>
  </div>
)
