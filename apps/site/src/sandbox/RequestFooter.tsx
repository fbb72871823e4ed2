import { Suspense } from 'react'
import { lazyPart } from '../startup/WhenSeen.tsx'
import { KeyBox } from './KeyBox.tsx'
import { sidesOf } from './sandbox-request.ts'
import { houseHtml } from './template-html.ts'
import { unsavedHtml } from './unsaved-html.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

const RequestCode = lazyPart('RequestCode', () => import('./RequestCode.tsx'))
/** Only visitors with a key see it. */
const ContactBox = lazyPart('ContactBox', () => import('./ContactBox.tsx'))

/** The request as code, and the key to send it with. */
export function RequestFooter({ sandbox: { draft, session, key } }: { sandbox: SandboxState }) {
  const sides = sidesOf(draft.body)
  return (
    <div className={styles.below}>
      <section aria-label="The same request" className={styles.code}>
        <Suspense fallback={null}>
          <RequestCode
            body={draft.body}
            needsKey={sides.some(({ templateId }) => houseHtml(templateId) === undefined)}
            isEdited={sides.some((side) => unsavedHtml(draft, session, side) !== undefined)}
          />
        </Suspense>
      </section>
      <div className={styles.boxes}>
        <KeyBox state={key} />
        {session && (
          <Suspense fallback={null}>
            <ContactBox key={session.prefix} sandboxKey={session.key} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
