import { useWindowEvent } from '@mantine/hooks'
import { useId } from 'react'
import { CopyButton } from '../../components/CopyButton.tsx'
import controls from './Controls.module.css'

/** A secret that is shown only once. The browser warns before leaving the page, because the secret can't be shown again. */
export function Secret({ label, secret }: { label: string; secret: string }) {
  const id = useId()
  useWindowEvent('beforeunload', (event) => event.preventDefault())
  return (
    <div className={controls.secret}>
      <p id={id}>{label}. It is shown only once.</p>
      <div className={controls.secretLine}>
        <input
          readOnly
          aria-labelledby={id}
          value={secret}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={secret} className={controls.small}>
          Copy
        </CopyButton>
      </div>
    </div>
  )
}
