import type { Pool } from 'pg'
import { CrmError, type Crm, type RemoteId } from './pipedrive.ts'
import { noteHtml } from './note.ts'
import {
  announce,
  type CrmRecord,
  forgetId,
  idFromOtherRecords,
  kinds,
  type RemoteProperty,
  saveRemoteId,
  saveSynced,
  type StepName,
  withdraw,
} from './records.ts'

/** The longest time until the CRM's search finds a new record. */
export const defaultSettleMs = 60_000

interface Step {
  name: StepName
  column: RemoteProperty
  /** Finds the id without calling the CRM. */
  known?: () => Promise<RemoteId | undefined>
  find: () => Promise<RemoteId | undefined>
  /** Someone else may have created it, so the CRM is searched even if we never tried to create it. */
  isShared: boolean
  create: () => Promise<RemoteId>
}

/** Title of the record's lead or deal in the CRM. Searching for the title finds the record again. */
export const titleOf = ({
  kind,
  id,
  company,
  firstName,
  lastName,
}: Pick<CrmRecord, 'kind' | 'id' | 'company' | 'firstName' | 'lastName'>): string =>
  `${kind === 'lead' ? 'Demo request' : 'Samples'}: ${company ?? `${firstName} ${lastName}`} [web-${id}]`

/**
 * Syncs one record to the CRM: organization, person, lead or deal, note. Saves every remote id immediately, and
 * searches for a remote record before creating it, so a second run creates no duplicates.
 * @throws {CrmError} when it must be retried or is impossible
 */
export async function syncRecord(pool: Pool, crm: Crm, record: CrmRecord, settleMs = defaultSettleMs): Promise<void> {
  const run = async (step: Step) => {
    try {
      return await runStep(pool, record, step, settleMs)
    } catch (error) {
      if (!(error instanceof CrmError) || error.fault !== 'refused') throw error
      if (!(await forgetDeleted(pool, crm, record))) throw error
      throw new CrmError('passing', 'A person or organization was deleted in the CRM. It is created again.', {
        waitMs: 0,
      })
    }
  }
  const { company, remote } = record
  const { subject: column, subjectKind } = kinds[record.kind]
  const name = `${record.firstName} ${record.lastName}`
  const organizationId = company
    ? await run({
        name: 'organization',
        column: 'crmOrganizationId',
        known: () => idFromOtherRecords(pool, record, 'organization', settleMs),
        find: () => crm.find('organization', company),
        isShared: true,
        create: () => crm.createOrganization(company),
      })
    : null
  const personId = await run({
    name: 'person',
    column: 'crmPersonId',
    known: () => idFromOtherRecords(pool, record, 'person', settleMs),
    find: () => crm.find('person', record.email),
    isShared: true,
    create: () => crm.createPerson({ name, email: record.email, phone: record.phone, organizationId }),
  })
  const title = titleOf(record)
  const subjectId = await run({
    name: 'subject',
    column,
    find: () => crm.find(subjectKind, title),
    isShared: false,
    create: () => crm.createSubject(subjectKind, title, personId, organizationId),
  })
  const subject = { kind: subjectKind, id: subjectId }
  const html = noteHtml(record)
  if (html && !remote.crmNoteId) {
    await run({
      name: 'note',
      column: 'crmNoteId',
      find: () => crm.findNote(subject),
      isShared: false,
      create: () => crm.createNote(subject, html),
    })
  }
  await saveSynced(pool, record)
}

/** Clears the remote ids of records that salespeople deleted in the CRM. Resolves with true when there were any. */
async function forgetDeleted(pool: Pool, crm: Crm, record: CrmRecord): Promise<boolean> {
  const { crmOrganizationId, crmPersonId } = record.remote
  let isAny = false
  for (const [step, id] of [
    ['organization', crmOrganizationId],
    ['person', crmPersonId],
  ] as const) {
    if (!id || !(await crm.isDeleted(step, id))) continue
    await forgetId(pool, record, step, id)
    isAny = true
  }
  return isAny
}

async function runStep(pool: Pool, record: CrmRecord, step: Step, settleMs: number): Promise<RemoteId> {
  const saved = record.remote[step.column]
  if (saved) return saved

  const wasTried = record.creating === step.name
  const found = (await step.known?.()) ?? (wasTried || step.isShared ? await step.find() : undefined)
  if (found !== undefined) {
    await saveRemoteId(pool, record, step.column, found)
    return found
  }
  const waitMs = wasTried ? settleMs - (record.creatingAge ?? 0) : 0
  if (waitMs > 0) {
    throw new CrmError(
      'passing',
      'The CRM did not confirm that it created the record. The next attempt searches for it first.',
      { waitMs },
    )
  }

  await announce(pool, record, step.name)
  try {
    const id = await step.create()
    await saveRemoteId(pool, record, step.column, id)
    return id
  } catch (error) {
    if (error instanceof CrmError && !error.isAmbiguous) await withdraw(pool, record)
    throw error
  }
}
