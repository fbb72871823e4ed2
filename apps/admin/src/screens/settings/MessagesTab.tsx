import rows from './StaffTab.module.css'
import { DeskSettingsForm } from './DeskSettingsForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import { TargetList } from './TargetList.tsx'

/** What happens when a lead arrives, where messages are sent, and what was sent. */
export const MessagesTab = () => (
  <>
    <section className={rows.section} aria-label="When a lead arrives">
      <h2 className={rows.heading}>When a lead arrives</h2>
      <DeskSettingsForm />
    </section>
    <section className={rows.section} aria-label="Slack channels and webhooks">
      <TargetList />
    </section>
    <section className={rows.section} aria-label="Messages">
      <MessageLog />
    </section>
  </>
)
