import { type PieceMode, useCreateKey, useListKeys } from '@app/api-client'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import buttons from '../../components/buttons.module.css'
import { codeLanguages } from '../../content/code-languages.ts'
import { examples } from '../../content/payloads.ts'
import { CodeSample } from '../../sections/CodeSample.tsx'
import { screenAddress } from '../area/address.ts'
import { Refresh } from '../area/SmallButton.tsx'
import { Secret } from '../area/Secret.tsx'
import { useAction } from '../../forms/use-action.ts'
import styles from './Overview.module.css'
import { AreaSection } from '../area/AreaSection.tsx'
import { Fault } from '../../forms/Fault.tsx'

const { path, payload } = examples.postcard

const firstPiece = {
  path,
  payload: {
    ...payload,
    DryRun: false,
    Description: 'My first test piece',
    Test: { Outcome: 'delivered_and_scanned' },
  },
  needsKey: true,
}

const languages = codeLanguages.filter(({ name }) => name !== 'JSON')

interface TestKeyProps {
  /** The newly created key. */
  secret: string | undefined
  onSecret: (secret: string) => void
}

interface FirstStepsProps extends TestKeyProps {
  mode: PieceMode
  /** The query that will return the first piece. */
  pieces: { isFetching: boolean; refetch: () => unknown }
}

/** Guides the member of an empty account to the first piece. */
export function FirstSteps({ mode, pieces, ...testKey }: FirstStepsProps) {
  if (mode === 'live') {
    return (
      <AreaSection id="first" title="No live pieces yet">
        <p>
          Try it out first: <Link to={screenAddress('overview', 'test')}>send a test piece</Link> and watch it travel in
          ten seconds. Then <Link to={screenAddress('keys', 'live', { open: 'new' })}>create a live key</Link>: the same
          call without <code>Test</code> and with that key prints and mails the piece, and you are charged for it.
        </p>
      </AreaSection>
    )
  }
  return (
    <AreaSection id="first" title="Send your first test piece">
      <ol className={styles.steps}>
        <li>
          <h3>Create a test key</h3>
          <TestKey {...testKey} />
        </li>
        <li>
          <h3>Send a postcard</h3>
          <p>
            Put the key into a variable, as in <code>export API_KEY=your_key</code>, and run this in the same terminal.
            Nothing is mailed.
          </p>
          <CodeSample {...firstPiece} title="A test postcard" languages={languages} />
        </li>
        <li>
          <h3>Watch it travel</h3>
          <p>It appears here when you come back to this page, and is delivered in ten seconds.</p>
          <Refresh query={pieces} />
        </li>
      </ol>
    </AreaSection>
  )
}

function TestKey({ secret, onSecret }: TestKeyProps) {
  const keys = useListKeys({ mode: 'test' })
  const { mutateAsync } = useCreateKey()
  const { act, isBusy, failure } = useAction(async () => {
    const { data } = await mutateAsync({
      data: { mode: 'test', name: 'First test key', scopes: ['proofs', 'templates', 'assets', 'pieces', 'webhooks'] },
    })
    onSecret(data.secret)
  })
  if (secret !== undefined) return <Secret label="Your test key" secret={secret} />
  return (
    <Loaded query={keys} what="your keys" rows={1}>
      {(list) => {
        const count = list.filter(({ state }) => state === 'active').length
        return (
          <>
            {count > 0 && (
              <p>
                You have {count === 1 ? 'one already' : `${count} already`}. If its secret is lost,{' '}
                <Link to={screenAddress('keys', 'test')}>rotate it or create another one</Link>.
              </p>
            )}
            {count === 0 && (
              <button type="button" className={buttons.primary} aria-disabled={isBusy} onClick={act}>
                Create a Test Key
              </button>
            )}
            <Fault>{failure}</Fault>
          </>
        )
      }}
    </Loaded>
  )
}
