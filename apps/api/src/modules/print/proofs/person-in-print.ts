import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, run, columns, type Fragment, table } from '../../../db/sql.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { WorkspaceEntity } from '../../../entities/customers.entity.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { PieceEntity } from '../../../entities/pieces.entity.ts'
import { SampleRequestEntity } from '../../../entities/samples.entity.ts'
import {
  PrintAssetEntity,
  PrintKeyEntity,
  PrintTemplateEntity,
  PrintTemplateVersionEntity,
  PrintProofEntity,
} from '../../../entities/print.entity.ts'
import { hashesOfProof } from './proof-retention.ts'

const key = columns(PrintKeyEntity, 'key')
const proof = columns(PrintProofEntity, PrintProofEntity.tableName)
const template = columns(PrintTemplateEntity, 'template')
const edition = columns(PrintTemplateVersionEntity, 'edition')
const asset = columns(PrintAssetEntity)
const lead = columns(LeadEntity, 'lead')
const sample = columns(SampleRequestEntity, 'sample')
const piece = columns(PieceEntity, 'piece')

/**
 * A person whose data is exported or erased. A mail recipient is identified by name and ZIP Code instead of an email.
 */
export interface Person {
  email: string
  name?: string | null
  zip?: string | null
}

/** Workspaces of keys whose holder gave this email. */
const workspacesOfPerson = ({ email }: Person) => sql`
  select ${key.workspace} from ${table(PrintKeyEntity)} as key join ${table(LeadEntity)} as lead on ${lead.id} = ${key.leadId}
   where lower(${lead.email}) = lower(${email})`

const nameOf = (address: Fragment) => sql`lower(${address} ->> 'Name')`
const zipOf = (address: Fragment) => sql`left(${address} ->> 'Zip', 5)`
const to = sql`${proof.request} -> 'to'`
const from = sql`${proof.request} -> 'from'`

const isAddressedTo = (address: Fragment, { name = null, zip = null }: Person) =>
  sql`(${nameOf(address)} = lower(${name}) and ${zipOf(address)} = left(${zip}, 5))`

const isOfPerson = (person: Person) => sql`(
  ${proof.workspace} in (${workspacesOfPerson(person)})
  or position(lower(${person.email}) in lower(${proof.request}::text || coalesce(${proof.description}, ''))) > 0
  or ${isAddressedTo(to, person)} or ${isAddressedTo(from, person)}
  or exists (
    select 1 from ${table(SampleRequestEntity)} as sample
     where lower(${sample.email}) = lower(${person.email})
       and lower(${sample.firstName} || ' ' || ${sample.lastName}) = ${nameOf(to)}
       and left(${sample.zip}, 5) = ${zipOf(to)}))`

/** Batch size: reading all proofs exceeds the statement timeout. */
const proofsAtOnce = 2_000
const looked = reader(Type.Object({ id: Type.String(), isFound: Type.Boolean() }))

/** Scans proofs in the order of their ids, which never change. */
async function findProofs(em: EntityManager, condition: Fragment): Promise<string[]> {
  const ids: string[] = []
  for (let last: string | undefined = ''; last !== undefined;) {
    const batch: { id: string; isFound: boolean }[] = await looked(
      em,
      sql`select ${proof.id} as id, ${condition} is true as "isFound" from ${table(PrintProofEntity)}
           where ${proof.id} > ${last} order by ${proof.id} limit ${proofsAtOnce}`,
    )
    for (const { id, isFound } of batch) if (isFound) ids.push(id)
    last = batch.length === proofsAtOnce ? batch.at(-1)?.id : undefined
  }
  return ids
}

/**
 * The ids of proofs that a key of the person requested, that contain their email anywhere, or that are addressed to
 * them: by the given name and ZIP Code, or by those in their sample requests.
 */
export const proofsOfPerson = (em: EntityManager, person: Person): Promise<string[]> =>
  findProofs(em, isOfPerson(person))

/** The search conditions for proofs with a person's name. */
interface Names {
  /** A regular expression. */
  names: string | undefined
  /** A faster test that every match passes. */
  isNameLikelyIn: (text: Fragment) => Fragment
}

/**
 * The ids of the proofs that an erasure deletes: all with the person's name, regardless of ZIP Code. The ones with
 * another ZIP Code are not exported, because they may be another person's. Mail to another person of the same name is
 * kept.
 */
export function proofsToErase(em: EntityManager, person: Person, { names, isNameLikelyIn }: Names): Promise<string[]> {
  if (names === undefined) return proofsOfPerson(em, person)
  const text = sql`(${proof.request}::text || ' ' || coalesce(${proof.description}, ''))`
  const isNamed = sql`${isNameLikelyIn(text)} and ${text} ~* ${names}
     and not exists (select from ${table(PieceEntity)} as piece where ${piece.proof} = ${proof.id})`
  return findProofs(em, sql`(${isOfPerson(person)} or ${isNamed})`)
}

/**
 * Everything that the print API stores about a person. Files are named by their hashes.
 * @param ids the ids of the person's proofs
 */
export async function exportPrint(em: EntityManager, person: Person, ids: readonly string[]) {
  const proofs = await run(
    em,
    sql`select ${proof.id}, ${proof.createdAt}, ${proof.piece}, ${proof.size}, ${proof.postalClass}, ${proof.description},
               ${proof.request}, ${proof.price}, ${proof.status}, ${proof.checks}, ${proof.pages}, ${proof.pdfHash},
               ${proof.expiresAt}
          from ${table(PrintProofEntity)} where ${proof.id} = any(${ids}) order by ${proof.createdAt}, ${proof.id}`,
  )
  const keys = await run(
    em,
    sql`select ${key.prefix}, ${key.scopes}, ${key.createdAt}, ${key.expiresAt}, ${key.lastUsedAt}, ${key.revokedAt}
          from ${table(PrintKeyEntity)} as key where ${key.workspace} in (${workspacesOfPerson(person)}) order by ${key.createdAt}`,
  )
  const templates = await run(
    em,
    sql`select ${template.id}, ${template.name}, ${template.size}, ${edition.version}, ${edition.createdAt}, ${edition.html}
          from ${table(PrintTemplateEntity)} as template
          join ${table(PrintTemplateVersionEntity)} as edition on ${edition.template} = ${template.id}
         where ${template.workspace} in (${workspacesOfPerson(person)}) order by ${template.id}, ${edition.version}`,
  )
  const images = await run(
    em,
    sql`select ${asset.id}, ${asset.createdAt}, ${asset.fileHash}, ${asset.mediaType}, ${asset.width}, ${asset.height},
               ${asset.font}, ${asset.bytes}
          from ${table(PrintAssetEntity)} where ${asset.workspace} in (${workspacesOfPerson(person)}) order by ${asset.id}`,
  )
  return { proofs, keys, templates, images }
}

const erased = reader(Type.Object({ hashes: Type.Array(Type.String()) }))

export interface ErasedPrint {
  proofs: number
  /** Files that may no longer have a row. */
  hashes: string[]
}

/** Deletes these proofs, and everything that belongs to the person. The caller removes the files after the commit. */
export async function erasePrint(em: EntityManager, person: Person, ids: readonly string[]): Promise<ErasedPrint> {
  const proofs = await erased(
    em,
    sql`delete from ${table(PrintProofEntity)} where ${proof.id} = any(${ids}) returning ${hashesOfProof} as hashes`,
  )
  const images = await erased(
    em,
    sql`select array[${asset.fileHash}::text] as hashes from ${table(PrintAssetEntity)}
         where ${asset.workspace} in (${workspacesOfPerson(person)})`,
  )
  await run(
    em,
    sql`delete from ${table(WorkspaceEntity)} where ${columns(WorkspaceEntity).id} in (${workspacesOfPerson(person)})`,
  )
  return { proofs: proofs.length, hashes: [...new Set([...proofs, ...images].flatMap(({ hashes }) => hashes))] }
}
