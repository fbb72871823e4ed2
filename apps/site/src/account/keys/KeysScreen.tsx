import { type AccountKey, type AccountKeyWithSecret, useListKeys } from '@app/api-client'
import { useState } from 'react'
import buttons from '../../components/buttons.module.css'
import { useAddress } from '../area/address.ts'
import { Empty, Loaded } from '../area/Loaded.tsx'
import { SecretDialog } from '../area/SecretDialog.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyTable } from './KeyTable.tsx'
import { RevokeQuestion } from './RevokeQuestion.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { AreaSection } from '../area/AreaSection.tsx'

/** Keys of one mode. The address says which dialog is open, and for which key. */
export function KeysScreen() {
  const { mode, open } = useAddress()
  const query = useListKeys({ mode })
  const [created, setCreated] = useState<AccountKeyWithSecret>()
  return (
    <AreaSection
      id="keys"
      title={mode === 'test' ? 'Test keys' : 'Live keys'}
      action={
        <button type="button" className={buttons.primary} onClick={() => open({ open: 'new' })}>
          Create Key
        </button>
      }
    >
      <p>
        {mode === 'test'
          ? 'A test key checks pieces like a live one but only simulates mailing them.'
          : 'A live key prints and mails what your app sends, and each piece is charged.'}
      </p>
      <Loaded query={query} what="your keys">
        {(keys) => (
          <>
            {keys.length === 0 ? (
              <Empty title={mode === 'test' ? 'No test keys yet' : 'No live keys yet'}>
                <p>Your app sends its key with every call.</p>
              </Empty>
            ) : (
              <KeyTable keys={keys} />
            )}
            <Dialogs keys={keys} onCreated={setCreated} />
          </>
        )}
      </Loaded>
      {created && (
        <SecretDialog
          title={`Key “${created.key.name}”`}
          label={created.key.mode === 'test' ? 'Your test key' : 'Your live key'}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          <p>
            Your app sends it as <code>Authorization: Bearer</code>. Keep it out of source code and web pages.
          </p>
        </SecretDialog>
      )}
    </AreaSection>
  )
}

interface DialogsProps {
  keys: readonly AccountKey[]
  onCreated: (created: AccountKeyWithSecret) => void
}

function Dialogs({ keys, onCreated }: DialogsProps) {
  const { params, close } = useAddress()
  const open = params.get('open')
  const chosen = keys.find(({ id, state }) => id === params.get('key') && state === 'active')
  const finish = (created: AccountKeyWithSecret) => {
    close()
    onCreated(created)
  }
  if (open === 'new') return <KeyDialog onCreated={finish} onClose={close} />
  if (!chosen) return null
  if (open === 'edit') return <KeyDialog key={chosen.id} edited={chosen} onCreated={finish} onClose={close} />
  if (open === 'rotate') return <RotateDialog rotated={chosen} onCreated={finish} onClose={close} />
  return open === 'revoke' ? <RevokeQuestion revoked={chosen} onClose={close} /> : null
}
