import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The modules track which parts are ready, so each test imports them again. */
const load = async () => {
  const { replayEarlyClicks } = await import('./early-clicks.ts')
  const { useMarkReady } = await import('./use-mark-ready.ts')
  function Ready({ part }: { part: string }) {
    useMarkReady(part)
    return null
  }
  return { replayEarlyClicks, Ready }
}

const serverHtml = `
  <button id="page-button">Get Demo</button>
  <form data-island="lead-form"><button id="island-button">Request a Demo</button></form>
  <a href="#contact" id="link">Contact</a>
  <a href="#use-cases" data-jump id="jump">Use Cases</a>
  <section id="use-cases"><h2 tabindex="-1" id="use-cases-title">Use cases</h2></section>`

const element = (id: string) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no element ${id}`)
  return found
}

const listening = vi.spyOn(window, 'addEventListener')

afterEach(() => {
  for (const [type, listener, options] of listening.mock.calls) removeEventListener(type, listener, options)
  listening.mockClear()
})

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = serverHtml
})

describe('a click before React is ready', () => {
  test('starts React, is deferred, and is replayed once the page is ready', async () => {
    const { replayEarlyClicks, Ready } = await load()
    const start = vi.fn<() => void>()
    const pressed = vi.fn<() => void>()
    element('page-button').addEventListener('click', pressed)
    replayEarlyClicks(start)

    fireEvent.click(element('page-button'))
    fireEvent.click(element('page-button'))
    expect(start).toHaveBeenCalledOnce()
    expect(pressed).not.toHaveBeenCalled()
    // It looks pressed in the meantime.
    expect(element('page-button')).toHaveAttribute('data-waiting')

    render(<Ready part="page" />)
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce(), 10_000)
    expect(element('page-button')).not.toHaveAttribute('data-waiting')
    fireEvent.click(element('page-button'))
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  test('on a link to a section jumps immediately, and React handles later ones', async () => {
    const { replayEarlyClicks, Ready } = await load()
    const scrolled = vi.fn<() => void>()
    element('use-cases').scrollIntoView = scrolled
    replayEarlyClicks(() => undefined)

    expect(fireEvent.click(element('jump'))).toBe(false)
    expect(scrolled).toHaveBeenCalledOnce()
    expect(element('use-cases-title')).toHaveFocus()
    expect(location.hash).toBe('#use-cases')
    expect(fireEvent.click(element('jump'), { ctrlKey: true })).toBe(true)

    render(<Ready part="page" />)
    expect(fireEvent.click(element('jump'))).toBe(true)
    expect(scrolled).toHaveBeenCalledOnce()
  })

  test('in an island waits for the island, and does not submit the form before that', async () => {
    const { replayEarlyClicks, Ready } = await load()
    const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    document.querySelector('form')?.addEventListener('submit', submitted)
    replayEarlyClicks(() => {})

    fireEvent.click(element('island-button'))
    const { rerender } = render(<Ready part="page" />)
    await Promise.resolve()
    expect(submitted).not.toHaveBeenCalled()

    rerender(<Ready part="lead-form" />)
    await vi.waitFor(() => expect(submitted).toHaveBeenCalledOnce(), 10_000)
  })

  test('on any other link is handled by the browser', async () => {
    const { replayEarlyClicks } = await load()
    replayEarlyClicks(() => {})
    expect(fireEvent.click(element('link'))).toBe(true)
    expect(screen.getByText('Contact')).toBeTruthy()
  })
})
