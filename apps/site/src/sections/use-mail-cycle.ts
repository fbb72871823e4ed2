import { recipients, type Recipient } from '@app/mail-piece'
import { useIntersection, useReducedMotion } from '@mantine/hooks'
import { type Ref, useEffect, useState } from 'react'
import { trackingSteps } from '../content/home.ts'

const stepMs = 1_500
/** Share of the pieces that must be in the viewport for the cycle to run, 0 to 1. */
const visibleShare = 0.75
const people = [recipients.dana, recipients.marcus] as const
const lastStep = trackingSteps.length - 1

export interface MailCycle {
  recipient: Recipient
  /** Not the first recipient, whose pieces are part of the page as it loads. */
  hasChanged: boolean
  /** Index of the tracking step the piece has reached. */
  step: number
  isPlaying: boolean
  /** Ref for the element around the pieces. The cycle advances only while it is visible. */
  stage: Ref<HTMLDivElement>
  /** Absent under reduced motion, where there is nothing to pause. */
  togglePlaying?: () => void
}

/** Moves the sample pieces through delivery, one recipient after another. Under reduced motion, shows the last step. */
export function useMailCycle(): MailCycle {
  const isStill = useReducedMotion()
  const [isPlaying, setIsPlaying] = useState(true)
  const [tick, setTick] = useState(lastStep)
  const { ref: stage, entry } = useIntersection<HTMLDivElement>({ threshold: visibleShare })
  const isVisible = (entry?.intersectionRatio ?? 0) >= visibleShare

  useEffect(() => {
    if (isStill || !isPlaying || !isVisible) return undefined
    const timer = setInterval(() => setTick((now) => now + 1), stepMs)
    return () => clearInterval(timer)
  }, [isStill, isPlaying, isVisible])

  const round = Math.floor(tick / trackingSteps.length)
  return {
    recipient: people[round % people.length] ?? people[0],
    hasChanged: round > 0,
    step: tick % trackingSteps.length,
    isPlaying,
    stage,
    ...(isStill ? {} : { togglePlaying: () => setIsPlaying(!isPlaying) }),
  }
}
