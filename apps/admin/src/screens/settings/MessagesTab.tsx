import { Link } from 'react-router-dom'
import { routes } from '../../urls/routes.ts'
import rows from './StaffTab.module.css'
import { LeadRoutingForm } from './LeadRoutingForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import { TargetList } from './TargetList.tsx'

/** Settings for new leads, message targets, and the log of messages. */
export const MessagesTab = () => (
  <>
    <section className={rows.section} aria-label="When a lead arrives">
      <h2 className={rows.heading}>When a lead arrives</h2>
      <LeadRoutingForm />
    </section>
    <section className={rows.section} aria-label="Slack channels and webhooks">
      <TargetList />
      <p>
        <Link to={`${routes.notifications.path}?tab=rules`}>Notification rules</Link> decide what is sent to them, and
        to whom by email.
      </p>
    </section>
    <section className={rows.section} aria-label="Messages">
      <MessageLog />
    </section>
  </>
)
