import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../../db/checked-rows.ts'
import type { EntityManager } from '../../database.ts'
import { hashesOfProof } from './proof-retention.ts'

/** Who asks. A recipient of mail has no email here, but a name and a ZIP Code. */
export interface Person {
  email: string
  name?: string | null
  zip?: string | null
}

/** Keys whose holder left this email. */
const keysOfPerson = `select print_key.id from print_key join lead on lead.id = print_key.lead_id
                       where lower(lead.email) = lower(?)`

const isAddressedTo = (member: 'to' | 'from') =>
  `(lower(request -> '${member}' ->> 'Name') = lower(?) and left(request -> '${member}' ->> 'Zip', 5) = left(?, 5))`

/**
 * Proofs that a key of the person asked for, that hold their email anywhere, or that are addressed to them: by the name and
 * the ZIP Code that were given, or by those of their sample requests.
 */
const proofsOfPerson = `(
  key_id in (${keysOfPerson})
  or position(lower(?) in lower(request::text || coalesce(description, ''))) > 0
  or ${isAddressedTo('to')} or ${isAddressedTo('from')}
  or exists (
    select 1 from sample_request as sample
     where lower(sample.email) = lower(?)
       and lower(sample.first_name || ' ' || sample.last_name) = lower(request -> 'to' ->> 'Name')
       and left(sample.zip, 5) = left(request -> 'to' ->> 'Zip', 5)))`

const valuesFor = ({ email, name = null, zip = null }: Person) => [email, email, name, zip, name, zip, email]

/** Everything that the print API stores about a person. Files are named by their hashes. */
export async function exportPrint(em: EntityManager, person: Person) {
  const proofs = await em.execute(
    `select id, created_at, piece, size, postal_class, description, request, price, status, checks, pages, pdf_hash, expires_at
       from print_proof where ${proofsOfPerson} order by created_at, id`,
    valuesFor(person),
  )
  const keys = await em.execute(
    `select prefix, scopes, created_at, expires_at, last_used_at, revoked_at from print_key where id in (${keysOfPerson})
      order by created_at`,
    [person.email],
  )
  const templates = await em.execute(
    `select template.id, template.name, template.size, edition.version, edition.created_at, edition.html
       from print_template as template join print_template_version as edition on edition.template_id = template.id
      where template.key_id in (${keysOfPerson}) order by template.id, edition.version`,
    [person.email],
  )
  const images = await em.execute(
    `select id, created_at, file_hash, media_type, width, height, bytes from print_asset where key_id in (${keysOfPerson})
      order by id`,
    [person.email],
  )
  return { proofs, keys, templates, images }
}

const counted = checkedRows(Type.Object({ proofs: Type.Integer() }))

/** How many proofs the person has. */
export async function countPrint(em: EntityManager, person: Person): Promise<number> {
  const found = await em.execute(
    `select count(*)::int as proofs from print_proof where ${proofsOfPerson}`,
    valuesFor(person),
  )
  return onlyRow(counted(found)).proofs
}

const erased = checkedRows(Type.Object({ hashes: Type.Array(Type.String()) }))

export interface ErasedPrint {
  proofs: number
  /** Files that no row may name any more. */
  hashes: string[]
}

/** Deletes all of that. The caller removes the files once it is committed. */
export async function erasePrint(em: EntityManager, person: Person): Promise<ErasedPrint> {
  const proofs = erased(
    await em.execute(
      `delete from print_proof where ${proofsOfPerson} returning ${hashesOfProof} as hashes`,
      valuesFor(person),
    ),
  )
  const images = erased(
    await em.execute(`select array[file_hash::text] as hashes from print_asset where key_id in (${keysOfPerson})`, [
      person.email,
    ]),
  )
  await em.execute(`delete from print_key where id in (${keysOfPerson})`, [person.email])
  return { proofs: proofs.length, hashes: [...new Set([...proofs, ...images].flatMap(({ hashes }) => hashes))] }
}
