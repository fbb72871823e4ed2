import { lazy, Suspense } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { EditorSkeleton } from './EditorSkeleton.tsx'

const SandboxEditor = lazy(async () => {
  const { SandboxEditor } = await loadWithRetry(() => import('./SandboxEditor.tsx'))
  return { default: SandboxEditor }
})

/**
 * The editor is the point of the page, so it loads without being scrolled to. It renders only in the browser, which has
 * the stored draft. Until then, placeholders take its place.
 */
export function SandboxIsland() {
  const isHydrated = useIsHydrated()
  return (
    <div data-island="sandbox-editor">
      {isHydrated ? (
        <Suspense fallback={<EditorSkeleton />}>
          <SandboxEditor />
        </Suspense>
      ) : (
        <EditorSkeleton />
      )}
    </div>
  )
}
