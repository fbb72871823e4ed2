import type { FieldError } from '@app/api-client'
import { type ReactNode, useState } from 'react'
import { Field } from '../forms/Field.tsx'
import { bodyOf, jsonOf, type RequestBody, textAt, valuesOf, withText } from './sandbox-request.ts'
import { withBody } from './draft.ts'
import { pathOf } from './failure.ts'
import { addressLabels } from './fault-words.ts'
import editor from './HtmlEditor.module.css'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

interface RequestPanelProps {
  sandbox: SandboxState
  /** The merge fields used in the templates. */
  fields: readonly string[]
  faults: readonly FieldError[]
}

/** The body of the request, as form fields or as JSON. */
export function RequestPanel({ sandbox, fields, faults }: RequestPanelProps) {
  const { draft, change } = sandbox
  const [view, setView] = useState<'Fields' | 'JSON'>('Fields')
  const input = (path: string[], label: ReactNode) => {
    const name = path.join('/')
    const fault = faults.find((one) => one.in === 'body' && pathOf(one).join('/') === name)
    return {
      label,
      error: fault?.detail,
      maxLength: 2_000,
      autoComplete: 'off',
      spellCheck: false,
      value: textAt(draft.body, ...path),
      onText: (text: string) =>
        change((before) => {
          // An empty optional line is left out.
          const sent = text === '' && path[1] === 'AddressLine2' ? undefined : text
          return withBody(before, withText(before.body, path, sent))
        }),
    }
  }
  const values = valuesOf(draft.body)
  const unused = Object.keys(values).filter((name) => !fields.includes(name))

  return (
    <section aria-labelledby="sandbox-data" className={styles.panel}>
      <div className={styles.head}>
        <h3 id="sandbox-data" tabIndex={-1}>
          Data
        </h3>
        <fieldset aria-label="Show as" className={styles.switch}>
          {(['Fields', 'JSON'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="sandbox-view" checked={view === one} onChange={() => setView(one)} />
              {one}
            </label>
          ))}
        </fieldset>
      </div>
      {view === 'JSON' ? (
        <JsonEditor sandbox={sandbox} />
      ) : (
        <>
          {draft.json !== undefined && typeof bodyOf(draft.json) === 'string' && (
            <p className={styles.warning}>The JSON is not valid yet. A change to these fields replaces it.</p>
          )}
          <fieldset className={styles.group}>
            <legend>Merge fields</legend>
            {fields.map((name) => (
              <Field key={name} {...input(['VariablePayload', name], <code>{name}</code>)} />
            ))}
            {fields.length === 0 && <p className={styles.meta}>The template has no {'{{field}}'}.</p>}
            {unused.map((name) => (
              <UnusedField key={name} name={name} sandbox={sandbox} />
            ))}
          </fieldset>
          <div className={styles.addresses}>
            {(['To', 'From'] as const).map((party) => (
              <Address key={party} party={party} body={draft.body} hasFault={hasFault(faults, party)}>
                {Object.entries(addressLabels).map(([name, label]) => (
                  <Field
                    key={name}
                    {...input([party, name], name === 'AddressLine2' ? `${label} (optional)` : label)}
                  />
                ))}
              </Address>
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function UnusedField({ name, sandbox: { replace } }: { name: string; sandbox: SandboxState }) {
  const remove = () =>
    replace(`Removed ${name}.`, (before) =>
      withBody(before, withText(before.body, ['VariablePayload', name], undefined)),
    )
  return (
    <p className={styles.meta}>
      <code>{name}</code> is sent, but no template uses it.{' '}
      <button type="button" className={styles.link} onClick={remove}>
        Remove {name}
      </button>
    </p>
  )
}

const hasFault = (faults: readonly FieldError[], party: string) => faults.some((fault) => pathOf(fault)[0] === party)

interface AddressProps {
  party: string
  body: RequestBody
  hasFault: boolean
  children: ReactNode
}

/** A collapsible address. It stays open while one of its fields has an error. */
function Address({ party, body, hasFault: isFaulty, children }: AddressProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={styles.address}
      open={isOpen || isFaulty}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <strong>{party}</strong> {textAt(body, party, 'Name')}, {textAt(body, party, 'City')}
      </summary>
      {(isOpen || isFaulty) && <div className={styles.group}>{children}</div>}
    </details>
  )
}

/** The request as text. While the text is not valid JSON, the draft shows the last valid version. */
function JsonEditor({ sandbox: { draft, change } }: { sandbox: SandboxState }) {
  const text = draft.json ?? jsonOf(draft.body)
  const parsed = bodyOf(text)
  return (
    <>
      <textarea
        aria-label="Request body, JSON"
        aria-invalid={typeof parsed === 'string'}
        aria-describedby="sandbox-json-note"
        className={editor.json}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onInput={({ currentTarget: { value: json } }) =>
          change((before) => {
            const next = bodyOf(json)
            return { ...before, body: typeof next === 'string' ? before.body : next, json }
          })
        }
      />
      <p id="sandbox-json-note" role="status" className={styles.warning}>
        {typeof parsed === 'string' && `Not valid JSON yet: ${parsed}`}
      </p>
    </>
  )
}
