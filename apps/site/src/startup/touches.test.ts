import { beforeEach, describe, expect, test, vi } from 'vitest'

type Module = typeof import('./touches.ts')

const entry = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}) }

/** Opens a page, whose own script runs first, with the storage left by other pages. */
async function visit(address: string, referrer = '', type = 'navigate'): Promise<Module> {
  window.history.replaceState(null, '', address)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object.assign({ ...entry }, { type })])
  Object.defineProperty(document, 'referrer', { value: referrer, configurable: true })
  vi.resetModules()
  await import('./visit.ts')
  return import('./touches.ts')
}

beforeEach(() => {
  // Ends the pages of earlier tests, which share the window.
  window.dispatchEvent(new Event('pagehide'))
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('a visit', () => {
  test('records the URL parameters, the click id, the referrer, and the page', async () => {
    const { touchesFrom } = await visit(
      '/postcards?utm_source=News&utm_medium=email&utm_campaign=Spring&utm_content=top&utm_term=mail&gclid=abc&m=Ab3dEf7',
      'https://partner.example/page?secret=1',
    )
    const touch = {
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      page: '/postcards',
      source: 'News',
      medium: 'email',
      campaign: 'Spring',
      content: 'top',
      term: 'mail',
      clickIdKind: 'gclid',
      clickId: 'abc',
      referrer: 'partner.example',
      mailCode: 'Ab3dEf7',
    }
    expect(touchesFrom('/letters')).toEqual({ first: touch, last: touch, formPage: '/letters' })
  })

  test('without a source records only its landing page, and our own pages are not a source', async () => {
    const { touchesFrom } = await visit('/', `${window.location.origin}/pricing`)
    const touch = { at: expect.any(String), page: '/' }
    expect(touchesFrom('/print')).toEqual({ first: touch, last: touch, formPage: '/print' })
    expect(touchesFrom('/')).toBeUndefined()
  })

  test('of a returning visitor says so', async () => {
    const before = { at: '2026-11-20T12:00:00.000Z', page: '/' }
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(before.at) + 1_000)
    localStorage.setItem('touches', JSON.stringify({ first: before, last: before }))
    const { touchesFrom } = await visit('/')
    expect(touchesFrom('/')).toEqual({ first: before, last: before, formPage: '/' })
  })

  test('replaces the last visit and keeps the first; a direct visit replaces nothing', async () => {
    await visit('/letters?utm_source=first')
    await visit('/?m=Ab3dEf7')
    const { touchesFrom } = await visit('/pricing')
    expect(touchesFrom('/')).toMatchObject({
      first: { source: 'first', page: '/letters' },
      last: { mailCode: 'Ab3dEf7', page: '/' },
    })
  })

  test('in another tab replaces the last visit of a page that stays open or is restored by Back', async () => {
    const { touchesFrom } = await visit('/letters?utm_source=first')
    const { first } = JSON.parse(localStorage.getItem('touches') ?? '')
    const last = { at: new Date(Date.parse(first.at) + 1_000).toISOString(), page: '/', mailCode: 'Ab3dEf7' }
    localStorage.setItem('touches', JSON.stringify({ first, last }))
    expect(touchesFrom('/letters')).toMatchObject({ first: { source: 'first' }, last })
  })

  test.each(['reload', 'back_forward'])('repeated by %s does not replace a later visit', async (type) => {
    await visit('/letters?utm_source=first')
    await visit('/?m=Ab3dEf7')
    const { touchesFrom } = await visit('/letters?utm_source=first', '', type)
    expect(touchesFrom('/')).toMatchObject({ first: { source: 'first' }, last: { mailCode: 'Ab3dEf7' } })
  })

  test.each(['load', 'pagehide'])(
    'without a source is stored on %s, without delaying the first paint',
    async (type) => {
      await visit('/mortgage')
      expect(localStorage.getItem('touches')).toBeNull()
      window.dispatchEvent(new Event(type))
      const { touchesFrom } = await visit('/')
      expect(touchesFrom('/')).toMatchObject({
        first: { page: '/mortgage' },
        last: { page: '/mortgage' },
        formPage: '/',
      })
    },
  )

  test('omits values that may be personal or that the API would reject', async () => {
    const { touchesFrom } = await visit(
      `/?utm_source=dana@example.com&utm_campaign=%E2%80%AE%00a%0Ab&utm_term=${'x'.repeat(500)}&m=%3Cscript%3E&utm_content=%F0%9F%98%80`,
    )
    const last = touchesFrom('/')?.last
    expect(last).toEqual({ at: expect.any(String), page: '/', campaign: 'a b', term: 'x'.repeat(200), content: '😀' })
  })
})

describe('storage', () => {
  test('that is blocked still attributes the current page', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { touchesFrom } = await visit('/?utm_source=news')
    expect(touchesFrom('/')).toMatchObject({ first: { source: 'news' }, last: { source: 'news' } })
  })

  test.each([['not JSON'], ['null'], ['7'], ['{"first":null,"last":null}'], ['{"first":{"at":"soon"},"last":{}}']])(
    'containing %s is reset',
    async (text) => {
      localStorage.setItem('touches', text)
      const { touchesFrom } = await visit('/?utm_source=news')
      expect(touchesFrom('/')).toMatchObject({ first: { source: 'news' }, last: { source: 'news' } })
    },
  )

  test('drops a first visit after ninety days', async () => {
    const at = '2020-01-01T00:00:00.000Z'
    const old = { at, page: '/', source: 'old' }
    localStorage.setItem('touches', JSON.stringify({ first: old, last: old }))
    const { touchesFrom } = await visit('/')
    expect(touchesFrom('/print')?.first).toEqual({ at: expect.not.stringContaining('2020'), page: '/' })
  })

  test('is not used under Global Privacy Control', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
    const { touchesFrom } = await visit('/?utm_source=news')
    Reflect.deleteProperty(navigator, 'globalPrivacyControl')
    expect(localStorage.getItem('touches')).toBeNull()
    expect(touchesFrom('/')).toMatchObject({ last: { source: 'news' } })
  })
})

test('nothing is sent before a form is submitted', async () => {
  const request = vi.spyOn(globalThis, 'fetch')
  await visit('/?utm_source=news')
  expect(request).not.toHaveBeenCalled()
})

test('a page without its script sends nothing', async () => {
  const { touchesFrom } = await visit('/?utm_source=news')
  delete window.visits
  expect(touchesFrom('/')).toBeUndefined()
})
