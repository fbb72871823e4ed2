import { houseTemplates } from '@app/print-engine/house'
import { lazy, Suspense, useRef, useState } from 'react'
import { withTypeScript } from '../content/code-languages.ts'
import { printApiSchema } from '../content/paths.ts'
import '../forms/api-address.ts'
import { CodeSample } from '../sections/CodeSample.tsx'
import { loadWithRetry } from '../startup/load-with-retry.ts'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { BenchBar } from './BenchBar.tsx'
import { fieldsOf } from './draft-page.ts'
import { DraftFrame } from './DraftFrame.tsx'
import { type Draft, withoutKey } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { isExpired, type SandboxKeyRing } from './key-storage.ts'
import { KeyBox } from './KeyBox.tsx'
import { needsKey, unsavedHtml } from './proof-flow.ts'
import { ProofPanel, type View } from './ProofPanel.tsx'
import { RequestPanel } from './RequestPanel.tsx'
import { bodyOf, isLetter, type Side, sidesOf, sizeOf, valuesOf, withText } from './sandbox-request.ts'
import { TemplatePanel } from './TemplatePanel.tsx'
import { type ChangeDraft, useDraft } from './use-draft.ts'
import { useKey } from './use-key.ts'
import { useProof } from './use-proof.ts'
import styles from './Workbench.module.css'

/** Only who has a key sees it. */
const ContactBox = lazy(async () => {
  const { ContactBox } = await loadWithRetry(() => import('./ContactBox.tsx'))
  return { default: ContactBox }
})

const houseHtml = (id: string): string | undefined =>
  Object.entries(houseTemplates).find(([known]) => known === id)?.[1].html

/** What a proof depends on, whoever has saved the templates. */
function contentOf(draft: Draft, templates: SandboxKeyRing['templates']): string {
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
  const key = useKey()
  const templates = key.ring?.templates ?? {}
  const [shown, setShown] = useState('Front')
  // Pressing the button shows what it brings, and typing shows what is typed.
  const [view, setView] = useState<View>('Draft')
  const [failure, setFailure] = useState<Failure>()
  const isBusy = useRef(false)
  const result = useRef<HTMLElement>(null)
  const proof = useProof((side, template, html, ring) => {
    key.keepTemplate(ring, template.Id, { html, size: sizeOf(draft.body) })
    change(({ body, edits: { [side.templateId]: typed, ...edits } }) => ({
      body: withText(body, [side.member], template.Id),
      // What was typed meanwhile is kept.
      edits: typed === undefined || typed === html ? edits : { ...edits, [template.Id]: typed },
    }))
  })

  const sides = sidesOf(draft.body)
  const side = sides.find(({ member }) => member === shown) ?? sides[0]
  const htmlOf = ({ templateId }: Side) =>
    draft.edits[templateId] ?? templates[templateId]?.html ?? houseHtml(templateId)
  const html = side && htmlOf(side)
  const fields = fieldsOf(sides.flatMap((one) => htmlOf(one) ?? []))
  const told = failure ?? proof.failure
  const isOld = proof.proof !== undefined && contentOf(proof.proof.draft, templates) !== contentOf(draft, templates)

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
      const isUseless = key.ring && (told?.offers === 'key' || isExpired(key.ring, new Date()))
      const wanted = isUseless ? withoutKey(draft, templates) : draft
      if (isUseless) forget()
      let ring = isUseless ? undefined : key.ring
      if (!ring && (needsKey(wanted, undefined) || told?.offers === 'key')) ring = await key.take()
      await proof.start({ draft: wanted, ring })
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      isBusy.current = false
    }
  }

  const takeKey = () => void key.take().catch((error: unknown) => setFailure(failureOf(error)))
  const values = valuesOf(draft.body)

  return (
    <div className={styles.bench}>
      <BenchBar
        draft={draft}
        change={edit}
        shared={withoutKey(draft, templates)}
        note={note}
        takesKey={!key.ring && (needsKey(draft, undefined) || told?.offers === 'key')}
        isWorking={proof.step !== undefined || key.isTaking}
        proofIt={() => void proofIt()}
      />
      <div className={styles.panels}>
        <TemplatePanel
          sides={sides}
          side={side}
          show={setShown}
          change={edit}
          html={html}
          houseHtml={side && houseHtml(side.templateId)}
          isEdited={side !== undefined && unsavedHtml(draft, key.ring, side) !== undefined}
          lint={(side && proof.lint[side.templateId]) ?? []}
        />
        <RequestPanel draft={draft} change={edit} fields={fields} faults={isOld ? [] : (told?.faults ?? [])} />
        <ProofPanel ref={result} view={view} show={setView} proof={proof} failure={told} isOld={isOld}>
          {side && html !== undefined && (
            <DraftFrame
              label={side.label}
              html={html}
              values={values}
              size={sizeOf(draft.body)}
              page={side.member === 'Back' ? 2 : 1}
            />
          )}
        </ProofPanel>
      </div>
      <div className={styles.below}>
        <CodeSample
          title="The same request"
          method="POST"
          path={isLetter(draft.body) ? '/v1/letters' : '/v1/postcards'}
          payload={draft.body}
          languages={withTypeScript}
          needsKey={sides.some(({ templateId }) => houseHtml(templateId) === undefined)}
        >
          {sides.some((one) => unsavedHtml(draft, key.ring, one) !== undefined) &&
            'An edited template gets an id of its own with its first proof: the request then names it. '}
          <a href={printApiSchema}>JSON Schema</a>
        </CodeSample>
        <div className={styles.boxes}>
          <KeyBox state={key} take={takeKey} forget={forget} />
          {key.ring && (
            <Suspense fallback={null}>
              <ContactBox key={key.ring.prefix} sandboxKey={key.ring.key} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}
