import { Link } from 'react-router-dom'
import { routes } from '../../urls/routes.ts'
import rows from './StaffTab.module.css'
import { LeadRoutingForm } from './LeadRoutingForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import { TargetList } from './TargetList.tsx'

/** Settings for new leads and sent samples, message targets, and the log of messages. */
export const MessagesTab = () => (
  <>
    <LeadRoutingForm />
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
