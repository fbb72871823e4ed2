import type { PrintTemplate, Proof } from '@app/api-client'
import { useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import type { SandboxKeyRing } from './key-storage.ts'
import { awaited, proofOf, type Reports, type Step } from './proof-flow.ts'
import { jsonOf, type RequestBody, type Side } from './sandbox-request.ts'

/** All attempts to send one body have one key, so that an answer that was lost costs no second proof. */
function useIdempotencyKeys() {
  const last = useRef({ json: '', key: '' })
  return {
    keyFor: (body: RequestBody): string => {
      const json = jsonOf(body)
      if (last.current.json !== json) last.current = { json, key: crypto.randomUUID() }
      return last.current.key
    },
    forget: () => {
      last.current = { json: '', key: '' }
    },
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

type OnSaved = (side: Side, template: PrintTemplate, html: string, ring: SandboxKeyRing) => void

interface Order {
  draft: Draft
  ring: SandboxKeyRing | undefined
}

/** The way from a draft to its proof. */
export function useProof(onSaved: OnSaved) {
  /** Undefined while nothing happens. */
  const [step, setStep] = useState<Step>()
  const [proof, setProof] = useState<{ proof: Proof; draft: Draft }>()
  const [failure, setFailure] = useState<Failure>()
  const keys = useIdempotencyKeys()

  const reportsOn = ({ draft, ring }: Order): Reports => ({
    step: setStep,
    saved(side, template, html) {
      if (ring) onSaved(side, template, html, ring)
    },
    proof: (unfinished) => setProof({ proof: unfinished, draft }),
    pause,
  })

  /** Resolves when there is a proof or a failure. */
  const run = async (order: Order, work: (reports: Reports) => Promise<Proof>): Promise<void> => {
    setFailure(undefined)
    setStep('sending')
    try {
      setProof({ proof: await work(reportsOn(order)), draft: order.draft })
      keys.forget()
    } catch (error) {
      const why = failureOf(error)
      setFailure(why)
      // An answer that was lost may still have made a proof.
      if (!why.isLost) keys.forget()
    }
    setStep(undefined)
  }

  return {
    proof,
    step,
    failure,
    forgetFailure: () => setFailure(undefined),
    start: (order: Order): Promise<void> => {
      setProof(undefined)
      return run(order, (reports) => proofOf(order.draft, order.ring, keys.keyFor, reports))
    },
    askAgain: () => {
      if (proof) void run({ draft: proof.draft, ring: undefined }, (reports) => awaited(proof.proof, reports))
    },
  }
}

export type ProofState = ReturnType<typeof useProof>
