import { Letter, PostcardBack, PostcardFront, recipients } from '@app/mail-piece'
import { useIntersection, useReducedMotion } from '@mantine/hooks'
import { memo, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { trackingSteps } from '../content/home.ts'
import { paths } from '../content/paths.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './Hero.module.css'

export function Hero() {
  const { stage, ...cycle } = useMailCycle()
  return (
    <section aria-labelledby="hero-title" className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.claim}>
          <h1 id="hero-title" className={styles.title}>
            Direct mail you can track, piece by piece
          </h1>
          <p className={styles.lead}>
            Postcards and letters personalized from your CRM, each with its own URL and QR code. One REST API prints and
            mails them, and tracks every piece from press to scan.
          </p>
          <div className={styles.actions}>
            <LeadButton className={buttons.accentLarge}>Get Demo</LeadButton>
            <Link to={paths.print} className={buttons.secondaryLarge}>
              Explore the Print API
            </Link>
          </div>
          <p className={styles.terms}>No contracts. No minimums.</p>
        </div>
        <div ref={stage}>
          <MailFan recipient={cycle.recipient} hasChanged={cycle.hasChanged} />
        </div>
      </div>
      <TrackingLine {...cycle} />
    </section>
  )
}

type MailCycle = ReturnType<typeof useMailCycle>

/**
 * Three pieces of one campaign for one person: a letter, and both sides of a postcard. Memoized, because the tracking
 * step next to them changes every moment.
 */
const MailFan = memo(function MailFan({ recipient, hasChanged }: Pick<MailCycle, 'recipient' | 'hasChanged'>) {
  const { first_name: name, city } = recipient.fields
  return (
    <div
      // Remounts the pieces for each recipient, because text that moves within them would count as a layout shift.
      key={recipient.id}
      data-changed={hasChanged || undefined}
      role="img"
      aria-label={`A folded letter and both sides of a postcard, printed for ${name} in ${city}`}
      className={styles.fan}
    >
      <div className={styles.letter}>
        <Letter size="8.5x11" folded recipient={recipient} />
      </div>
      <div className={styles.front}>
        <PostcardFront size="4.25x6" recipient={recipient} />
      </div>
      <div className={styles.back}>
        <PostcardBack size="4.25x6" recipient={recipient} />
      </div>
    </div>
  )
})

/** The delivery progress of the pieces above. */
function TrackingLine({ recipient, step, isPlaying, togglePlaying }: Omit<MailCycle, 'stage'>) {
  return (
    <div className={styles.tracking}>
      <p key={recipient.id} className={styles.who}>
        {recipient.fields['first_name']} in {recipient.fields['city']}
      </p>
      <ol className={styles.steps} aria-label="Tracking of one piece">
        {trackingSteps.map((title, index) => (
          <li key={title} className={styles.step} data-reached={index <= step || undefined}>
            {title}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={styles.pause}
        aria-label={isPlaying ? 'Pause the animation' : 'Play the animation'}
        hidden={!togglePlaying}
        onClick={togglePlaying}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M8 5l11 7-11 7z'} />
        </svg>
      </button>
    </div>
  )
}

const stepMs = 1_500
/** Share of the pieces that must be in the viewport for the cycle to run, 0 to 1. */
const visibleShare = 0.75
const people = [recipients.dana, recipients.marcus] as const
const lastStep = trackingSteps.length - 1

/** Moves the sample pieces through delivery, one recipient after another. Under reduced motion, shows the last step. */
function useMailCycle() {
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
    /** Not the first recipient, whose pieces are part of the page as it loads. */
    hasChanged: round > 0,
    /** Index of the tracking step the piece has reached. */
    step: tick % trackingSteps.length,
    isPlaying,
    /** Ref for the element around the pieces. The cycle advances only while it is visible. */
    stage,
    /** Undefined under reduced motion, where there is nothing to pause. */
    togglePlaying: isStill ? undefined : () => setIsPlaying(!isPlaying),
  }
}
