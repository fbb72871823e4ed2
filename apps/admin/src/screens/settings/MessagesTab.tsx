import { LeadRoutingForm } from './LeadRoutingForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import { TargetList } from './TargetList.tsx'

/** Settings for new leads and sent samples, message targets, and the log of messages. */
export const MessagesTab = () => (
  <>
    <LeadRoutingForm />
    <TargetList />
    <MessageLog />
  </>
)
