import { houseTemplates } from '@app/print-engine/house'
import { sheetOf } from '@app/print-engine/geometry'
import { lazy, Suspense, useRef, useState } from 'react'
import '../forms/api-base-url.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsSeen } from '../startup/use-is-seen.ts'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { BenchBar } from './BenchBar.tsx'
import { fieldsOf } from './draft-page.ts'
import { DraftFrame } from './DraftFrame.tsx'
import { imageAddress, type KnownImages, withKnown } from './draft-images.ts'
import { type Draft, withoutKey, withoutTemplate } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { isExpired, type SavedTemplates } from './key-storage.ts'
import { KeyBox } from './KeyBox.tsx'
import { loadKeyHolder } from './load-key-holder.ts'
import { needsKey, unsavedHtml } from './unsaved-html.ts'
import { ProofPanel, type View } from './ProofPanel.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { bodyOf, type Side, sidesOf, sizeOf, valuesOf } from './sandbox-request.ts'
import { TemplatePanel } from './TemplatePanel.tsx'
import { type ChangeDraft, useDraft } from './use-draft.ts'
import { useKey } from './use-key.ts'
import { useProof } from './use-proof.ts'
import { useTemplates } from './use-templates.ts'
import styles from './Workbench.module.css'

/** It stands below all that is edited. */
const RequestCode = lazy(async () => {
  const { RequestCode } = await loadWithRetry(() => import('./RequestCode.tsx'))
  return { default: RequestCode }
})
/** Only who has a key sees these. */
const ContactBox = lazy(async () => {
  const { ContactBox } = await loadWithRetry(() => import('./ContactBox.tsx'))
  return { default: ContactBox }
})
const Library = lazy(async () => ({ default: (await loadKeyHolder()).Library }))
const Lint = lazy(async () => ({ default: (await loadKeyHolder()).Lint }))
const SettleButtons = lazy(async () => ({ default: (await loadKeyHolder()).SettleButtons }))
const SaveBar = lazy(async () => ({ default: (await loadKeyHolder()).SaveBar }))

const houseHtml = (id: string): string | undefined =>
  Object.entries(houseTemplates).find(([known]) => known === id)?.[1].html

/** What a proof depends on, whoever has saved the templates. */
function contentOf(draft: Draft, templates: SavedTemplates): string {
  const { body, edits } = withoutKey(draft, templates)
  return JSON.stringify([body, sidesOf(body).map(({ templateId }) => edits[templateId])])
}

const incomplete: Failure = {
  title: 'The JSON is not complete',
  text: 'Nothing was sent. The editor says where it stops being JSON.',
  faults: [],
}

/** On a phone the proof is below what is edited. */
function comeIntoView(panel: HTMLElement): void {
  const { top, bottom } = panel.getBoundingClientRect()
  if (top < innerHeight * 0.8 && bottom > 0) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  panel.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
}

/** The template beside the request beside the proof. */
export function Workbench() {
  useMarkReady('sandbox-bench')
  const { draft, change, note } = useDraft()
  const key = useKey((gone) =>
    change((before) => gone.reduce((left, [id, { html: saved }]) => withoutTemplate(left, id, saved), before)),
  )
  const { ring } = key
  const templates = ring?.templates ?? {}
  const [shown, setShown] = useState('Front')
  // Pressing the button shows what it brings, and typing shows what is typed.
  const [view, setView] = useState<View>('Draft')
  const [failure, setFailure] = useState<Failure>()
  const [images, setImages] = useState<KnownImages>({})
  const isBusy = useRef(false)
  const result = useRef<HTMLElement>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const own = useTemplates(change, key.keepTemplate)
  const proof = useProof(own.saved)
  const isCodeSeen = useIsSeen('sandbox-code')

  const sides = sidesOf(draft.body)
  const side = sides.find(({ member }) => member === shown) ?? sides[0]
  const htmlOf = ({ templateId }: Side) =>
    draft.edits[templateId] ?? templates[templateId]?.html ?? houseHtml(templateId)
  const html = side && htmlOf(side)
  const isEdited = side !== undefined && unsavedHtml(draft, ring, side) !== undefined
  const size = sizeOf(draft.body)
  const fields = fieldsOf(sides.flatMap((one) => htmlOf(one) ?? []))
  const told = failure ?? proof.failure
  const isOld = proof.proof !== undefined && contentOf(proof.proof.draft, templates) !== contentOf(draft, templates)
  const isWorking = proof.step !== undefined || key.isTaking

  const edit: ChangeDraft = (by) => {
    setView('Draft')
    change(by)
  }
  const forget = () => {
    change((before) => withoutKey(before, templates))
    key.forget()
  }

  /** Takes a key where one is needed, then asks for the proof. */
  const proofIt = async () => {
    if (isBusy.current) return
    setView('Proof')
    if (result.current) comeIntoView(result.current)
    if (draft.json !== undefined && typeof bodyOf(draft.json) === 'string') return setFailure(incomplete)
    setFailure(undefined)
    isBusy.current = true
    try {
      const isUseless = ring && (told?.offers === 'key' || isExpired(ring, new Date()))
      const wanted = isUseless ? withoutKey(draft, templates) : draft
      if (isUseless) forget()
      let working = isUseless ? undefined : ring
      if (!working && (needsKey(wanted, undefined) || told?.offers === 'key')) working = await key.take()
      await proof.start({ draft: wanted, ring: working })
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      isBusy.current = false
    }
  }

  const takeKey = () => void key.take().catch((error: unknown) => setFailure(failureOf(error)))
  const renewKey = () => {
    forget()
    takeKey()
  }

  const holder = ring && { ring, draft, change: edit, keepTemplate: key.keepTemplate, renew: renewKey, ...own }
  const know = (known: KnownImages) => setImages((before) => withKnown(before, known))

  return (
    <div className={styles.bench}>
      <BenchBar
        draft={draft}
        change={edit}
        shared={withoutKey(draft, templates)}
        note={note}
        takesKey={!ring && (needsKey(draft, undefined) || told?.offers === 'key')}
        isWorking={isWorking}
        proofIt={() => void proofIt()}
      />
      <div className={styles.panels}>
        <TemplatePanel
          sides={sides}
          side={side}
          show={setShown}
          change={edit}
          editor={editor}
          html={html}
          houseHtml={side && houseHtml(side.templateId)}
          saved={side && templates[side.templateId]}
          isEdited={isEdited}
        >
          {holder && side && html !== undefined && (
            <Suspense fallback={null}>
              <SaveBar key={side.member} holder={holder} side={side} isBusy={isWorking} />
              <Lint lint={own.lint[side.templateId] ?? []} editor={editor} />
            </Suspense>
          )}
        </TemplatePanel>
        <RequestPanel draft={draft} change={edit} fields={fields} faults={isOld ? [] : (told?.faults ?? [])} />
        <ProofPanel
          ref={result}
          view={view}
          show={setView}
          proof={proof}
          failure={told}
          wayOut={
            holder &&
            told?.newest && (
              <Suspense fallback={null}>
                <SettleButtons
                  holder={holder}
                  newest={told.newest}
                  done={() => {
                    setFailure(undefined)
                    proof.forgetFailure()
                  }}
                />
              </Suspense>
            )
          }
          isOld={isOld}
        >
          {side && html !== undefined && (
            <DraftFrame
              key={`${side.member} ${size}`}
              label={side.label}
              template={html}
              values={valuesOf(draft.body)}
              size={size}
              image={(id) => imageAddress(images[id])}
              page={side.member === 'Back' ? 2 : 1}
            />
          )}
        </ProofPanel>
      </div>
      {holder && (
        <Suspense fallback={null}>
          <Library
            key={holder.ring.prefix}
            holder={holder}
            shown={shown}
            images={images}
            know={know}
            editor={html === undefined ? undefined : editor}
            pageInches={sheetOf(size).page.width}
          />
        </Suspense>
      )}
      <div className={styles.below}>
        <section aria-label="The same request" className={styles.code} data-island="sandbox-code">
          {isCodeSeen && (
            <Suspense fallback={null}>
              <RequestCode
                body={draft.body}
                needsKey={sides.some(({ templateId }) => houseHtml(templateId) === undefined)}
                isEdited={sides.some((one) => unsavedHtml(draft, ring, one) !== undefined)}
              />
            </Suspense>
          )}
        </section>
        <div className={styles.boxes}>
          <KeyBox state={key} take={takeKey} forget={forget} />
          {ring && (
            <Suspense fallback={null}>
              <ContactBox key={ring.prefix} sandboxKey={ring.key} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}
