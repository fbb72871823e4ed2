import { originPlaceholder } from '../origin-placeholder.ts'
import { configuration } from './configuration.ts'
import { keepRepaired } from './repairs.ts'
import { storedSandboxKey } from './sandbox-key.ts'

/** The global variable that the renderer's script defines. */
declare const Scalar: { createApiReference(selector: string, configuration: object): void }

const { dataset } = document.documentElement

/**
 * Some parts of the renderer create style elements without the nonce that the policy requires. Its dialog is a second
 * main element, so every main element becomes a div; repairs.ts restores the role of the page's main content.
 */
function correctElements(nonce: string): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name === 'main' ? 'div' : name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}

const loadScript = (source: string) =>
  new Promise<void>((loaded, failed) => {
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('load', () => loaded())
    script.addEventListener('error', () => failed(new Error('The renderer did not load')))
    document.head.append(script)
  })

/** Loads the reference, with samples for the host that serves this page. */
async function loadReference(): Promise<object> {
  const response = await fetch(dataset['reference'] ?? '')
  if (!response.ok) throw new Error(`The reference answered ${response.status}`)
  const text = await response.text()
  // It was written by our server.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(text.replaceAll(originPlaceholder, location.origin)) as object
}

try {
  // Without storage, the renderer would leave an empty page.
  localStorage.getItem('')
  correctElements(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? '')
  keepRepaired()
  const [content] = await Promise.all([loadReference(), loadScript(dataset['renderer'] ?? '')])
  const token = storedSandboxKey()
  const authentication = {
    preferredSecurityScheme: 'printKey',
    ...(token && { securitySchemes: { printKey: { token } } }),
  }
  Scalar.createApiReference('#reference', { ...configuration, authentication, content })
  document.querySelector('#text')?.remove()
} catch (error) {
  console.warn(error)
  document.querySelector('#failed')?.removeAttribute('hidden')
  document.querySelector('#text')?.setAttribute('data-shown', '')
} finally {
  document.querySelector('#waiting')?.remove()
}
