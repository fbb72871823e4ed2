import { deleteOtherSessions, deleteOwnSession, useListOwnSessions } from '@app/api-client'
import section from '../../components/Section.module.css'
import { SessionList } from '../../access/SessionList.tsx'

/** Your sessions, and buttons to end the others. */
export const OwnSessions = () => (
  <section aria-labelledby="sessions" className={section.section}>
    <SessionList
      query={useListOwnSessions()}
      heading={
        <h2 id="sessions" className={section.heading}>
          Where you are signed in
        </h2>
      }
      note={<p className={section.note}>If you don’t recognize one of them, end it and change your password.</p>}
      everywhere={{
        action: 'Sign out everywhere else',
        send: () => deleteOtherSessions(),
        saved: 'Signed out everywhere else',
        failed: 'Failed to sign out elsewhere',
        text: 'All other browsers are signed out immediately, including any with unsaved forms. This one stays signed in.',
      }}
      end={(id) => deleteOwnSession(id)}
      endText="will be signed out immediately, even with an unsaved form."
    />
  </section>
)
