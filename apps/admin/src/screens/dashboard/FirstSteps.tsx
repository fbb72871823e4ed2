import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { NewTabLink } from '../../components/NewTabLink.tsx'
import { goToText, routes } from '../../urls/routes.ts'
import { useIsOwner } from '../../session/use-staff.ts'
import { siteUrl } from '../../urls/site-url.ts'
import styles from './FirstSteps.module.css'

/** Onboarding before the first lead arrives, in place of the chart. */
export function FirstSteps() {
  const isOwner = useIsOwner()
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.title}>
        First steps
      </h2>
      <ol className={styles.steps}>
        <Step
          title="Send a test lead"
          link={
            <NewTabLink href={siteUrl('/')} rel="noopener">
              Open the site
            </NewTabLink>
          }
        >
          Request a demo on the site. It appears here a moment later.
        </Step>
        <Step
          title="Review the prices on the site"
          link={<Link to={routes.pricing.path}>{goToText(routes.pricing)}</Link>}
        >
          Visible products appear on the public pricing page immediately.
        </Step>
        {isOwner && (
          <>
            <Step title="Connect the CRM" link={<Link to={`${routes.settings.path}?tab=crm`}>View connection</Link>}>
              Leads are sent there automatically. Until you connect it, they are stored here and sent later.
            </Step>
            <Step title="Invite your colleagues" link={<Link to={routes.settings.path}>Go to staff accounts</Link>}>
              Each person gets an account as owner, editor, or viewer.
            </Step>
          </>
        )}
      </ol>
    </section>
  )
}

const Step = ({ title, link, children }: { title: string; link: ReactNode; children: string }) => (
  <li className={styles.step}>
    <h3 className={styles.name}>{title}</h3>
    <p className={styles.text}>{children}</p>
    <p className={styles.link}>{link}</p>
  </li>
)
