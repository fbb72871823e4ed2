import { useNetwork } from '@mantine/hooks'
import { type ReactNode, type Ref, Suspense, useEffect, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { lazyPart } from '../startup/WhenSeen.tsx'
import { FailureNote } from './FailureNote.tsx'
import type { Step } from './request-proof.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

/** Preloaded while the first proof renders. */
const loadResult = () => loadWithRetry(() => import('./ProofResult.tsx'))
const ProofResult = lazyPart('ProofResult', loadResult)

interface ProofPanelProps {
  ref: Ref<HTMLElement>
  sandbox: SandboxState
  /** Buttons to recover from the failure. */
  recovery: ReactNode
  /** The draft. */
  children: ReactNode
}

/** Shows the draft while the visitor types, and the proof once there is one. */
export function ProofPanel({ ref, sandbox, recovery, children }: ProofPanelProps) {
  const { view, setView, isOutdated, proof, step, failure, resume } = sandbox
  const { online: isOnline } = useNetwork()
  useEffect(() => {
    if (step) void loadResult()
  }, [step])
  const finished = proof?.Status === 'rendering' ? undefined : proof

  return (
    <section ref={ref} aria-labelledby="sandbox-proof" className={styles.panel} aria-busy={step !== undefined}>
      <div className={styles.head}>
        <h3 id="sandbox-proof" tabIndex={-1}>
          {view}
        </h3>
        <fieldset aria-label="Show the" className={styles.switch}>
          {(['Draft', 'Proof'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="sandbox-result" checked={view === one} onChange={() => setView(one)} />
              {one}
            </label>
          ))}
        </fieldset>
      </div>
      <div role="status" className={styles.status}>
        {!isOnline && (
          <p className={styles.warning}>You’re offline. Your work is saved: proof it when you’re back online.</p>
        )}
        {step && <Progress key={step} step={step} />}
        {!step && finished && !isOutdated && <p className="visually-hidden">The proof is ready.</p>}
      </div>
      {failure && !step && <FailureNote failure={failure}>{recovery}</FailureNote>}
      {proof && !finished && !step && (
        <div className={styles.warning}>
          <p>The proof is still waiting in line after two minutes.</p>
          <button type="button" className={buttons.secondary} onClick={resume}>
            Keep Waiting
          </button>
        </div>
      )}
      {view === 'Draft'
        ? children
        : finished && (
            <Suspense fallback={null}>
              <ProofResult proof={finished} isOutdated={isOutdated} />
            </Suspense>
          )}
      {view === 'Proof' && !finished && !step && !failure && (
        <p className={styles.empty}>
          No proof yet. “Proof It” makes the print file, with its price and the result of every check.
        </p>
      )}
    </section>
  )
}

const stepLabels: Record<Step, string> = {
  saving: 'Saving your template',
  sending: 'Rendering and checking the proof',
  rendering: 'Waiting in line. This page checks every second',
}

/** Seconds until a note says that the proof is slow. Most take about one second. */
const slowAfter = 5

/** The current step and the time it has taken. The time left is unknown. */
function Progress({ step }: { step: Step }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.progress}>
      <progress aria-label={stepLabels[step]} />
      <p>
        {stepLabels[step]}.<span aria-hidden="true"> {seconds} s</span>
      </p>
      {seconds >= slowAfter && <p>This is taking longer than usual. You can keep typing.</p>}
    </div>
  )
}
