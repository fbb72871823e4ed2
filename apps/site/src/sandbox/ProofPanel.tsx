import { lazy, type ReactNode, type Ref, Suspense, useEffect, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsOnline } from '../lib/use-is-online.ts'
import type { Failure } from './failure.ts'
import { FailureNote } from './FailureNote.tsx'
import type { Step } from './proof-flow.ts'
import type { ProofState } from './use-proof.ts'
import styles from './Workbench.module.css'

/** It loads while the first proof is printed. */
const loadResult = async () => {
  const { ProofResult } = await loadWithRetry(() => import('./ProofResult.tsx'))
  return { default: ProofResult }
}
const ProofResult = lazy(loadResult)

export type View = 'Draft' | 'Proof'

interface ProofPanelProps {
  ref: Ref<HTMLElement>
  view: View
  show: (view: View) => void
  proof: ProofState
  failure: Failure | undefined
  /** What can be done about the failure. */
  wayOut: ReactNode
  /** Something was typed since the proof was asked for. */
  isOld: boolean
  /** The draft, which is always there. */
  children: ReactNode
}

/** The draft while the visitor types, and the proof once there is one. */
export function ProofPanel({
  ref,
  view,
  show,
  proof: { proof, step, askAgain },
  failure,
  wayOut,
  isOld,
  children,
}: ProofPanelProps) {
  const isOnline = useIsOnline()
  useEffect(() => {
    if (step) void loadResult()
  }, [step])
  const finished = proof && proof.proof.Status !== 'rendering' ? proof.proof : undefined

  return (
    <section ref={ref} aria-labelledby="sandbox-proof" className={styles.panel} aria-busy={step !== undefined}>
      <div className={styles.head}>
        <h3 id="sandbox-proof">{view}</h3>
        <fieldset aria-label="Show the" className={styles.switch}>
          {(['Draft', 'Proof'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="sandbox-result" checked={view === one} onChange={() => show(one)} />
              {one}
            </label>
          ))}
        </fieldset>
      </div>
      <div role="status" className={styles.status}>
        {!isOnline && (
          <p className={styles.warning}>
            You are offline. What you typed is kept: proof it when the connection is back.
          </p>
        )}
        {step && <Progress key={step} step={step} />}
        {!step && finished && !isOld && <p className={styles.hidden}>The proof is ready.</p>}
      </div>
      {failure && !step && <FailureNote failure={failure}>{wayOut}</FailureNote>}
      {proof && !finished && !step && (
        <div className={styles.warning}>
          <p>The proof is not ready after two minutes. It is still in line.</p>
          <button type="button" className={buttons.secondary} onClick={askAgain}>
            Ask Again
          </button>
        </div>
      )}
      {view === 'Draft'
        ? children
        : finished && (
            <Suspense fallback={null}>
              <ProofResult proof={finished} isOld={isOld} />
            </Suspense>
          )}
      {view === 'Proof' && !finished && !step && !failure && (
        <p className={styles.empty}>
          No proof yet. Proof It sends the request below: the answer is the print file itself, its price, and everything
          that our checks found.
        </p>
      )}
    </section>
  )
}

const stepWords: Record<Step, string> = {
  saving: 'Saving your template',
  sending: 'Sent. The proof is printed and checked now',
  rendering: 'The proof is in line. We ask for it every second',
}

/** A proof takes about a second. From here on it is said that this one does not. */
const slowAfter = 5

/** What is happening and for how long, both of which are known. How much is left is not. */
function Progress({ step }: { step: Step }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.progress}>
      <progress aria-label={stepWords[step]} />
      <p>
        {stepWords[step]}.<span aria-hidden="true"> {seconds} s</span>
      </p>
      {seconds >= slowAfter && <p>This takes longer than usual. You can go on typing.</p>}
    </div>
  )
}
