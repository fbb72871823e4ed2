import type { PrintTemplate, Proof } from '@app/api-client'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import type { KeySession } from './key-storage.ts'
import { pollUntilDone, requestProof, type ProofEvents, type Step } from './request-proof.ts'
import type { Side } from './sandbox-request.ts'

export type OnSaved = (side: Side, template: PrintTemplate, html: string, session: KeySession) => void

export interface ProofRequest {
  draft: Draft
  session: KeySession | undefined
}

/** Requests a proof of a draft and tracks its progress. */
export function useProof(onSaved: OnSaved) {
  /** Undefined while no proof is being made. */
  const [step, setStep] = useState<Step>()
  const [proof, setProof] = useState<{ proof: Proof; draft: Draft }>()
  const [failure, setFailure] = useState<Failure>()

  const eventsOf = ({ draft, session }: ProofRequest): ProofEvents => ({
    step: setStep,
    saved(side, template, html) {
      if (session) onSaved(side, template, html, session)
    },
    proof: (unfinished) => setProof({ proof: unfinished, draft }),
  })

  /** Resolves once there is a proof or a failure. */
  const run = async (request: ProofRequest, work: (events: ProofEvents) => Promise<Proof>): Promise<void> => {
    setFailure(undefined)
    setStep('sending')
    try {
      setProof({ proof: await work(eventsOf(request)), draft: request.draft })
    } catch (error) {
      setFailure(failureOf(error))
    }
    setStep(undefined)
  }

  return {
    proof,
    step,
    failure,
    setFailure,
    start: (request: ProofRequest): Promise<void> => {
      setProof(undefined)
      return run(request, (events) => requestProof(request.draft, request.session, events))
    },
    /** Keeps polling an unfinished proof. */
    resume: () => {
      if (proof) void run({ draft: proof.draft, session: undefined }, (events) => pollUntilDone(proof.proof, events))
    },
  }
}
