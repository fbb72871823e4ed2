import type { TemplateFinding } from '@app/api-client'
import { sheetOf } from '@app/print-engine/geometry'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { withTypeScript } from '../content/code-languages.ts'
import { printApiSchema } from '../content/paths.ts'
import '../forms/api-base-url.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { lazyPart } from '../startup/WhenSeen.tsx'
import type { AssetReference } from './asset-completion.ts'
import { earlierDraftIsBack } from './draft.ts'
import { imageUrl, type KnownImages, mergeImages } from './draft-images.ts'
import { fieldsOf } from './draft-page.ts'
import { DraftFrame } from './DraftFrame.tsx'
import type { EditorHandle } from './editor-handle.ts'
import { KeyBox } from './KeyBox.tsx'
import { loadKeyFeatures } from './load-key-features.ts'
import { ProofPanel } from './ProofPanel.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { isLetter, type Side, sidesOf, sizeOf, valuesOf } from './sandbox-request.ts'
import { houseHtml, htmlOf, needsKey, unsavedHtml } from './template-html.ts'
import { TemplatePanel } from './TemplatePanel.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type SandboxState, useSandbox } from './use-sandbox.ts'
import { withKey } from './key-storage.ts'
import styles from './Sandbox.module.css'

const loadCodeSample = () => loadWithRetry(() => import('../sections/CodeSample.tsx'))
const CodeSample = lazy(async () => ({ default: (await loadCodeSample()).CodeSample }))

// Loaded only for visitors with a key.
const Library = lazy(async () => ({ default: (await loadKeyFeatures()).Library }))
const Lint = lazy(async () => ({ default: (await loadKeyFeatures()).Lint }))
const ConflictActions = lazy(async () => ({ default: (await loadKeyFeatures()).ConflictActions }))
const SaveBar = lazy(async () => ({ default: (await loadKeyFeatures()).SaveBar }))
const ContactBox = lazyPart('ContactBox', () => import('./ContactBox.tsx'))

/** On a phone, the proof is below the editor. */
function scrollToProof(panel: HTMLElement): void {
  const { top, bottom } = panel.getBoundingClientRect()
  if (top < innerHeight * 0.8 && bottom > 0) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  panel.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
}

/** The sandbox: the template, the request, and the proof, with the library of the key below. */
export function SandboxEditor() {
  useMarkReady('sandbox-editor')
  const sandbox = useSandbox()
  const { draft, templates, workspace } = sandbox
  const [shown, setShown] = useState('Front')
  const [images, setImages] = useState<KnownImages>({})
  const [assets, setAssets] = useState<readonly AssetReference[]>([])
  const proofPanel = useRef<HTMLElement>(null)
  const editor = useRef<EditorHandle>(null)
  const sides = sidesOf(draft.body)
  const side = sides.find(({ member }) => member === shown) ?? sides[0]
  const html = side && htmlOf(draft, templates, side)
  const proofIt = () => {
    if (proofPanel.current) scrollToProof(proofPanel.current)
    sandbox.proofIt()
  }
  /**
   * Proofs the piece on Ctrl+Enter and Command+Enter, without submitting a form, and only once while the keys are held.
   */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) proofIt()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys work in every field.
    <div className={styles.sandbox} onKeyDown={press}>
      <Toolbar sandbox={sandbox} proofIt={proofIt} />
      <Panels
        sandbox={sandbox}
        side={side}
        show={setShown}
        images={images}
        assets={assets}
        editor={editor}
        proofPanel={proofPanel}
      />
      {workspace && (
        <Suspense fallback={null}>
          <Library
            key={workspace.session.prefix}
            workspace={workspace}
            shown={shown}
            images={images}
            offerAssets={setAssets}
            rememberImages={(added) => setImages((before) => mergeImages(before, added))}
            editor={html === undefined ? undefined : editor}
            pageInches={sheetOf(sizeOf(draft.body)).page.width}
          />
        </Suspense>
      )}
      <RequestFooter sandbox={sandbox} />
      <ReplacementNote note={sandbox.note} />
    </div>
  )
}

/** A stable reference, so that the marks in the editor stay. */
const noLint: readonly TemplateFinding[] = []

interface PanelsProps {
  sandbox: SandboxState
  side: Side | undefined
  show: (member: string) => void
  images: KnownImages
  assets: readonly AssetReference[]
  editor: RefObject<EditorHandle | null>
  proofPanel: RefObject<HTMLElement | null>
}

/** The template next to the draft or the proof, and the data below both. */
function Panels({ sandbox, side, show, images, assets, editor, proofPanel }: PanelsProps) {
  const { draft, templates, session, workspace, isWorking, isOutdated, failure, setFailure } = sandbox
  const values = valuesOf(draft.body)
  const lint = (side && sandbox.lint[side.templateId]) ?? noLint
  const html = side && htmlOf(draft, templates, side)
  const fields = fieldsOf(sidesOf(draft.body).flatMap((one) => htmlOf(draft, templates, one) ?? []))
  const size = sizeOf(draft.body)
  const recovery = workspace && failure?.newest && (
    <Suspense fallback={null}>
      <ConflictActions workspace={workspace} newest={failure.newest} done={() => setFailure(undefined)} />
    </Suspense>
  )
  return (
    <>
      <div className={styles.panels}>
        <TemplatePanel
          sandbox={sandbox}
          side={side}
          show={show}
          editor={editor}
          lint={lint}
          fields={{ ...Object.fromEntries(fields.map((field) => [field, ''])), ...values }}
          assets={assets}
        >
          {workspace && side && html !== undefined && (
            <Suspense fallback={null}>
              <SaveBar key={side.member} workspace={workspace} side={side} isBusy={isWorking} />
              <Lint lint={lint} isEdited={unsavedHtml(draft, session, side) !== undefined} editor={editor} />
            </Suspense>
          )}
        </TemplatePanel>
        <ProofPanel ref={proofPanel} sandbox={sandbox} recovery={recovery}>
          {side && html !== undefined && (
            <DraftFrame
              key={`${side.member} ${size}`}
              label={side.label}
              template={html}
              values={values}
              size={size}
              image={(id) => imageUrl(images[id])}
              page={side.member === 'Back' ? 2 : 1}
            />
          )}
        </ProofPanel>
      </div>
      <RequestPanel sandbox={sandbox} fields={fields} faults={isOutdated ? [] : (failure?.faults ?? [])} />
    </>
  )
}

/** The request as code, and the key to send it with. */
function RequestFooter({ sandbox: { draft, session, key } }: { sandbox: SandboxState }) {
  const sides = sidesOf(draft.body)
  return (
    <div className={styles.below}>
      <section aria-label="The same request" className={styles.code}>
        <Suspense fallback={null}>
          <CodeSample
            title="The same request"
            path={isLetter(draft.body) ? '/v1/letters' : '/v1/postcards'}
            payload={draft.body}
            languages={withTypeScript}
            needsKey={sides.some(({ templateId }) => houseHtml(templateId) === undefined)}
          >
            {needsKey(draft, session) &&
              'Your edited template gets its own ID with the first proof, and the request then uses it. '}
            <a href={printApiSchema}>JSON Schema</a>
          </CodeSample>
        </Suspense>
      </section>
      <div className={styles.boxes}>
        <KeyBox state={key} />
        {session && !key.hadExpired && (
          <Suspense fallback={null}>
            <ContactBox key={session.prefix} keyed={withKey(session)} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Announces a replaced draft, with a button that restores the earlier one. It stays in view while the visitor scrolls. */
const ReplacementNote = ({ note: { replacement, undo, close } }: Pick<SandboxState, 'note'>) => (
  <div role="status" className={styles.replacement}>
    {replacement && (
      <p>
        <span>{replacement.text}</span>
        {replacement.before && (
          <button type="button" onClick={undo}>
            {replacement.text === earlierDraftIsBack ? 'Redo' : 'Undo'}
          </button>
        )}
        <button type="button" aria-label="Close this note" onClick={close}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6L18 18M18 6L6 18" />
          </svg>
        </button>
      </p>
    )}
  </div>
)
