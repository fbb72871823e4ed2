import { recipients, type Recipient } from '@app/mail-piece'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { trackingSteps } from '../content/home.ts'

const stepMs = 1_500
const people = [recipients.dana, recipients.marcus] as const
const lastStep = trackingSteps.length - 1

export interface MailCycle {
  recipient: Recipient
  /** Index of the tracking step the piece has reached. */
  step: number
  isPlaying: boolean
  /** Absent when nothing moves: there is nothing to pause. */
  togglePlaying?: () => void
}

/** Takes the sample pieces through their journey, one recipient after the other. It begins, and stays, at the end. */
export function useMailCycle(): MailCycle {
  const isStill = useReducedMotion()
  const [isPlaying, setIsPlaying] = useState(true)
  const [tick, setTick] = useState(lastStep)

  useEffect(() => {
    if (isStill || !isPlaying) return undefined
    const timer = setInterval(() => setTick((now) => now + 1), stepMs)
    return () => clearInterval(timer)
  }, [isStill, isPlaying])

  const turn = Math.floor(tick / trackingSteps.length)
  return {
    recipient: people[turn % people.length] ?? people[0],
    step: tick % trackingSteps.length,
    isPlaying,
    ...(isStill ? {} : { togglePlaying: () => setIsPlaying(!isPlaying) }),
  }
}
