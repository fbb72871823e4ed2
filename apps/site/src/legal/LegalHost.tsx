import { Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import floating from '../components/floating.module.css'
import { lazyPart } from '../startup/WhenSeen.tsx'
import { isLegalName, type LegalName } from './legal-names.ts'

const LegalDialog = lazyPart('LegalDialog', () => import('./LegalDialog.tsx'))

/** True if a click opened the document named in the URL, so that Back closes it. */
let wasOpenedHere = false

function subscribe(onChange: () => void) {
  const follow = () => {
    wasOpenedHere = isLegalName(location.hash.slice(1))
    onChange()
  }
  addEventListener('hashchange', follow)
  return () => removeEventListener('hashchange', follow)
}

function close(): void {
  if (wasOpenedHere) return history.back()
  history.replaceState(history.state, '', location.pathname + location.search)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Opens the document named in the URL's fragment, over any page. Its code and text load only then. */
export function LegalHost() {
  const hash = useSyncExternalStore(
    subscribe,
    () => location.hash,
    () => '',
  )
  const wanted = hash.slice(1)
  const opened = isLegalName(wanted) ? wanted : undefined
  /** The last open document, which stays while the dialog fades out. */
  const [shown, setShown] = useState<LegalName>()
  if (opened && opened !== shown) setShown(opened)

  const opener = useRef<Element>(null)
  // Runs before the dialog takes the focus. The contact section is also part of the page, where following the link leaves
  // nothing focused.
  useLayoutEffect(() => {
    const link = wasOpenedHere && document.querySelector(`a[href="#${opened}"]`)
    if (opened) opener.current = document.querySelector(':focus') ?? (link || null)
  }, [opened])
  const restoreFocus = () => {
    const element = opener.current?.isConnected ? opener.current : document.querySelector('#main')
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  }

  if (!shown) return null
  return (
    <Suspense
      fallback={
        opened && (
          <p role="status" className={floating.waiting}>
            Loading the text...
          </p>
        )
      }
    >
      <LegalDialog name={shown} opened={opened !== undefined} close={close} onClosed={restoreFocus} />
    </Suspense>
  )
}
