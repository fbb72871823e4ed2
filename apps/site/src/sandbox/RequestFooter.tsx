import { lazy, Suspense } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import type { Draft } from './draft.ts'
import { KeyBox } from './KeyBox.tsx'
import { sidesOf } from './sandbox-request.ts'
import { houseHtml } from './template-html.ts'
import { unsavedHtml } from './unsaved-html.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

const RequestCode = lazy(async () => {
  const { RequestCode } = await loadWithRetry(() => import('./RequestCode.tsx'))
  return { default: RequestCode }
})
/** Only visitors with a key see it. */
const ContactBox = lazy(async () => {
  const { ContactBox } = await loadWithRetry(() => import('./ContactBox.tsx'))
  return { default: ContactBox }
})

interface RequestFooterProps {
  draft: Draft
  keyState: SandboxState['key']
}

/** The request as code, and the key to send it with. */
export function RequestFooter({ draft, keyState }: RequestFooterProps) {
  const { session } = keyState
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
        <KeyBox state={keyState} />
        {session && (
          <Suspense fallback={null}>
            <ContactBox key={session.prefix} sandboxKey={session.key} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
