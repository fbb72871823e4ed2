import { recipients, type Recipient } from '@app/mail-piece'
import { useIntersection, useReducedMotion } from '@mantine/hooks'
import { type Ref, useEffect, useState } from 'react'
import { trackingSteps } from '../content/home.ts'

const stepMs = 1_500
/** How much of the pieces must be in the window. */
const seenShare = 0.75
const people = [recipients.dana, recipients.marcus] as const
const lastStep = trackingSteps.length - 1

export interface MailCycle {
  recipient: Recipient
  /** Index of the tracking step the piece has reached. */
  step: number
  isPlaying: boolean
  /** Of the pieces: time passes only while they are seen. */
  stage: Ref<HTMLDivElement>
  /** Absent when nothing moves: there is nothing to pause. */
  togglePlaying?: () => void
}

/** Takes the sample pieces through their journey, one recipient after the other. It begins, and stays, at the end. */
export function useMailCycle(): MailCycle {
  const isStill = useReducedMotion()
  const [isPlaying, setIsPlaying] = useState(true)
  const [tick, setTick] = useState(lastStep)
  const { ref: stage, entry } = useIntersection<HTMLDivElement>({ threshold: seenShare })
  const isSeen = (entry?.intersectionRatio ?? 0) >= seenShare

  useEffect(() => {
    if (isStill || !isPlaying || !isSeen) return undefined
    const timer = setInterval(() => setTick((now) => now + 1), stepMs)
    return () => clearInterval(timer)
  }, [isStill, isPlaying, isSeen])

  const turn = Math.floor(tick / trackingSteps.length)
  return {
    recipient: people[turn % people.length] ?? people[0],
    step: tick % trackingSteps.length,
    isPlaying,
    stage,
    ...(isStill ? {} : { togglePlaying: () => setIsPlaying(!isPlaying) }),
  }
}
