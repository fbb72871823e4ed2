import type { PrintTemplate, Proof } from '@app/api-client'
import { getListPrintAssetsMockHandler, getListPrintTemplatesMockHandler } from '@app/api-client/mocks'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, vi } from 'vitest'
import type { SavedTemplates } from '../src/sandbox/key-storage.ts'
import { SandboxEditor } from '../src/sandbox/SandboxEditor.tsx'

export const ready: Proof = {
  Id: 'proof_7Fq2mX9cLr4TzN1bVw8K',
  Status: 'ready',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  Description: null,
  Templates: [],
  Price: {
    Unit: 0.68,
    Total: 0.68,
    Currency: 'USD',
    Tier: { From: 0, Label: '0–1,999' },
    NextTier: { From: 2_000, Label: '2,000–4,999', Unit: 0.65 },
  },
  PriceReason: null,
  PdfUrl: 'http://site.test/v1/proofs/proof_7Fq2mX9cLr4TzN1bVw8K/pdf',
  Pages: [
    { Page: 1, Side: 'front', Width: 6.25, Height: 4.5, PngUrl: 'http://site.test/png/1' },
    { Page: 2, Side: 'back', Width: 6.25, Height: 4.5, PngUrl: 'http://site.test/png/2' },
  ],
  Checks: [],
  Failure: null,
  CreatedAt: '2026-11-20T15:04:05.123Z',
  ExpiresAt: '2026-11-21T15:04:05.123Z',
}

export const template: PrintTemplate = {
  Id: 'tmpl_0123456789abcdefghij',
  Name: 'Sandbox: Front',
  Size: '4.25x6',
  Version: 1,
  House: false,
  Fields: [],
  Lint: [],
  CreatedAt: '2026-11-20T15:04:05.123Z',
  UpdatedAt: '2026-11-20T15:04:05.123Z',
}

export const key = `sandbox_${'k'.repeat(36)}`
export const inTime = '2999-01-01T00:00:00.000Z'

export const problem = (path: string, status: number, body: object) =>
  http.post(`*${path}`, () => HttpResponse.json({ type: 'about:blank', title: 'x', status, ...body }, { status }))

export const show = (address = '/print/sandbox') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <main>
        <SandboxEditor />
      </main>
    </MemoryRouter>,
  )
// Including hidden elements takes a tenth of the time, and nothing here is hidden.
export const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
/** A button in a part that loads later. */
export const lateButton = (name: string | RegExp) => screen.findByRole('button', { name, hidden: true })
export const proofIt = () => userEvent.click(button('Proof It'))
export const editor = () => screen.getByRole('textbox', { name: /^HTML of the template/, hidden: true })
export const typeHtml = (html: string) => fireEvent.input(editor(), { target: { value: html } })
export const failure = () => screen.findByRole('alert')

interface Received {
  url: string
  authorization: string | null
  idempotencyKey: string | null
  body: Record<string, unknown>
}
/** The requests received, in order. */
export const received: Received[] = []

/** Sends a response and records the request. */
export const receives =
  <Body,>(response: Body) =>
  async ({ request }: { request: Request }): Promise<Body> => {
    // Every body that the page sends is an object.
    const body = (await request.json()) as Record<string, unknown>
    received.push({
      url: new URL(request.url).pathname,
      authorization: request.headers.get('authorization'),
      idempotencyKey: request.headers.get('idempotency-key'),
      body,
    })
    return response
  }

/** Stores a key in this browser, with its templates. */
export const haveKey = (templates: SavedTemplates = {}): void =>
  localStorage.setItem('sandbox-key', JSON.stringify({ key, prefix: 'sandbox_kkkk', expiresAt: inTime, templates }))

/** Call at the top of a test file. The key has no templates or images unless a test adds them. */
export const startAnew = (server: SetupServer): void =>
  beforeEach(() => {
    server.use(getListPrintTemplatesMockHandler([]), getListPrintAssetsMockHandler([]))
    received.length = 0
    localStorage.clear()
    vi.useRealTimers()
  })
