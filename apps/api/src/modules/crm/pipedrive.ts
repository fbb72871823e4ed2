import { inSpan, traceHeaders } from '../../tracing/tracing.ts'
import { codeOf } from '../../errors/errors.ts'
import { maxCooldownMs } from '../../jobs/circuit-breaker.ts'

/**
 * Why a call to the CRM failed.
 * passing: a retry makes sense. refused: a retry is pointless. credentials: the CRM rejects our account.
 */
type CrmFault = 'passing' | 'refused' | 'credentials'

interface Circumstances {
  /** The CRM may have executed the call anyway. */
  isAmbiguous?: boolean
  /** The pause that the CRM requested. */
  cooldownMs?: number
  /** For an internal reason, a retry makes no sense before this time has passed. */
  waitMs?: number
  /** The CRM has no such record. */
  isGone?: boolean
}

/** An error whose message staff read. It contains no personal data and no secret. */
export class CrmError extends Error {
  readonly fault: CrmFault
  readonly isAmbiguous: boolean
  readonly cooldownMs: number | undefined
  readonly waitMs: number | undefined
  readonly isGone: boolean

  constructor(
    fault: CrmFault,
    message: string,
    { isAmbiguous = false, cooldownMs, waitMs, isGone = false }: Circumstances = {},
  ) {
    super(message)
    this.fault = fault
    this.isAmbiguous = isAmbiguous
    this.cooldownMs = cooldownMs
    this.waitMs = waitMs
    this.isGone = isGone
  }
}

export interface CrmSettings {
  /** Origin, without a path. */
  url: string
  token: string
  /** Maximum wait for one response. */
  timeoutMs?: number
}

type Method = 'GET' | 'POST' | 'DELETE'
/** A number for organizations, persons, deals, and notes; a UUID for leads. */
export type RemoteId = number | string
/** The record that a note is attached to. */
export interface Subject {
  kind: 'lead' | 'deal'
  id: RemoteId
}

/** The field that identifies records of each kind in a search. */
const searchedFields = { organization: 'name', person: 'email', lead: 'title', deal: 'title' } as const
type RemoteKind = keyof typeof searchedFields | 'note'

/** Leads and notes exist only in v1. */
const pathOf = (kind: RemoteKind) => `${kind === 'lead' || kind === 'note' ? 'v1' : 'v2'}/${kind}s`

/** The few Pipedrive API calls that we need. Each call throws a CrmError. */
export function pipedrive({ url, token, timeoutMs = 10_000 }: CrmSettings) {
  const call = (method: Method, path: string, body?: object): Promise<unknown> => {
    // Excludes the query, which contains personal data.
    const name = `CRM ${method} ${path.replace(/[?].*/, '')}`
    return inSpan({ name, kind: 'client' }, () => callOnce(method, path, body))
  }
  const callOnce = async (method: Method, path: string, body?: object): Promise<unknown> => {
    const { response, text } = await send(`${url}/api/${path}`, {
      method,
      headers: {
        'x-api-token': token,
        accept: 'application/json',
        ...traceHeaders(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    return readAnswer(method, response, text)
  }
  const create = async (kind: RemoteKind, body: object) => createdId(await call('POST', pathOf(kind), body))
  /** Everything that the CRM returns about one record. Undefined when it is deleted. */
  const read = (kind: RemoteKind, id: RemoteId) =>
    unlessGone(async () => member(await call('GET', `${pathOf(kind)}/${id}`), 'data'))
  /** Notes on a lead or deal, written by us or by a salesperson. */
  const readNotes = async ({ kind, id }: Subject, limit = 500): Promise<unknown[]> => {
    const query = new URLSearchParams({ [`${kind}_id`]: String(id), limit: String(limit) })
    const notes = member(await call('GET', `v1/notes?${query.toString()}`), 'data')
    if (notes === null) return []
    if (!Array.isArray(notes)) throw unexpected(false)
    return notes
  }

  return {
    async find(kind: keyof typeof searchedFields, term: string) {
      const query = new URLSearchParams({ term, fields: searchedFields[kind], exact_match: 'true', limit: '1' })
      return firstFound(await call('GET', `v2/${kind}s/search?${query.toString()}`))
    },
    createOrganization: (name: string) => create('organization', { name }),
    createPerson: (person: { name: string; email: string; phone: string | null; organizationId: RemoteId | null }) =>
      create('person', {
        name: person.name,
        emails: [{ value: person.email, primary: true }],
        ...(person.phone && { phones: [{ value: person.phone, primary: true }] }),
        ...(person.organizationId && { org_id: person.organizationId }),
      }),
    createSubject: (kind: Subject['kind'], title: string, personId: RemoteId, organizationId: RemoteId | null) =>
      create(kind, {
        title,
        person_id: personId,
        ...(organizationId && { [kind === 'lead' ? 'organization_id' : 'org_id']: organizationId }),
      }),
    findNote: async (subject: Subject) => idOf((await readNotes(subject, 1))[0]),
    read,
    readNotes,
    /** True for a deleted record, which the CRM may still return for a while. */
    async isDeleted(kind: 'organization' | 'person', id: RemoteId) {
      const found = await read(kind, id)
      return found === undefined || member(found, 'is_deleted') === true
    },
    createNote: ({ kind, id }: Subject, html: string) => create('note', { [`${kind}_id`]: id, content: html }),
    /** Also resolves when the record was already deleted. */
    async delete(kind: RemoteKind, id: RemoteId): Promise<void> {
      await unlessGone(() => call('DELETE', `${pathOf(kind)}/${id}`))
    },
    /** Resolves when the CRM accepts our token. */
    async checkCredentials() {
      await call('GET', 'v1/users/me')
    },
  }
}

export type Crm = ReturnType<typeof pipedrive>

async function unlessGone(made: () => Promise<unknown>): Promise<unknown> {
  try {
    return await made()
  } catch (error) {
    if (error instanceof CrmError && error.isGone) return undefined
    throw error
  }
}

/** Errors that happen before a byte is sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

async function send(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { response, text: await response.text() }
  } catch (error) {
    const code = codeOf(error instanceof Error && error.cause ? error.cause : error)
    const isAmbiguous = init.method === 'POST' && !neverSent.has(code ?? '')
    throw new CrmError('passing', 'The CRM did not respond.', { isAmbiguous })
  }
}

const absences = new Set([404, 410])
const refusals = new Set([400, 403, 422, ...absences])

function readAnswer(method: Method, response: Response, text: string): unknown {
  const { status } = response
  if (status === 401) throw new CrmError('credentials', 'The CRM rejected our token.')
  if (status === 402) throw new CrmError('credentials', 'The CRM account has an unpaid bill.')
  if (status === 429) {
    throw new CrmError('passing', 'The CRM limited our requests.', { cooldownMs: restOf(response.headers) })
  }
  if (refusals.has(status)) {
    throw new CrmError('refused', `The CRM rejected the record (${status}).`, { isGone: absences.has(status) })
  }
  const isAmbiguous = method === 'POST'
  if (!response.ok) throw new CrmError('passing', `The CRM had an internal error (${status}).`, { isAmbiguous })
  const answer = jsonIn(text)
  if (answer === undefined) throw new CrmError('passing', 'The CRM’s response is not JSON.', { isAmbiguous })
  if (member(answer, 'success') === false) throw new CrmError('passing', 'The CRM reported a failure.', { isAmbiguous })
  return answer
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * `Retry-After`, in seconds or as a date by the CRM's own clock. If it is neither, 2 s: the length of Pipedrive's burst
 * window.
 */
function restOf(headers: Headers): number {
  const given = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxCooldownMs) : 2_000
}

// Everything below reads untrusted responses and assumes nothing about their shape.
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const unexpected = (isAmbiguous: boolean) =>
  new CrmError('passing', 'The CRM’s response has an unknown format.', { isAmbiguous })

const isId = (value: unknown): value is RemoteId =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) || (typeof value === 'string' && value !== '')

function idOf(record: unknown): RemoteId | undefined {
  const id = member(record, 'id')
  return isId(id) ? id : undefined
}

function createdId(answer: unknown): RemoteId {
  const id = idOf(member(answer, 'data'))
  if (id === undefined) throw unexpected(true)
  return id
}

function firstFound(answer: unknown): RemoteId | undefined {
  const items = member(member(answer, 'data'), 'items')
  if (!Array.isArray(items)) throw unexpected(false)
  return idOf(member(items[0], 'item'))
}
