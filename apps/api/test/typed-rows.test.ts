import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const workspace = path.join(import.meta.dirname, '..')

const throughTheQueryBuilder = `
import { type EntityManager, tables } from '../../src/entities/database.ts'

const leads = (em: EntityManager) => tables(em).selectFrom('lead')
export const right = async (em: EntityManager): Promise<string | null> =>
  (await leads(em).select(['firstName', 'company']).where('email', '=', 'a').executeTakeFirstOrThrow()).company
export const renamed = (em: EntityManager) => leads(em).select('givenName').execute()
export const misspelled = (em: EntityManager) => leads(em).select('id').where('compnay', '=', 'a').execute()
export const withoutItsNull = async (em: EntityManager): Promise<string> =>
  (await leads(em).select('company').executeTakeFirstOrThrow()).company
`

const throughSql = `
import * as Type from 'typebox'
import { columns, select } from '../../src/db/sql.ts'
import { LeadEntity } from '../../src/entities/leads.entity.ts'

export const right = select(LeadEntity, Type.Object({ firstName: Type.String(), company: Type.Optional(Type.String()) }))
export const renamed = select(LeadEntity, Type.Object({ givenName: Type.String() }))
export const misspelled = columns(LeadEntity).compnay
export const withoutItsNull = select(LeadEntity, Type.Object({ company: Type.String() }))
`

const asAWrite = `
import { tables, type EntityManager } from '../../src/entities/database.ts'

const lead = { id: 'a', firstName: 'a', lastName: 'a', email: 'a', leadSource: 'a', source: 'a' }
export const right = (em: EntityManager) => tables(em).insertInto('lead').values(lead).execute()
export const renamed = (em: EntityManager) => tables(em).insertInto('lead').values({ ...lead, givenName: 'a' }).execute()
export const misspelled = (em: EntityManager) => tables(em).updateTable('lead').set({ compnay: 'a' }).execute()
export const withoutItsNull = (em: EntityManager) => tables(em).updateTable('lead').set({ email: null }).execute()
`

const sources: Record<string, string> = {
  'query.ts': throughTheQueryBuilder,
  'sql.ts': throughSql,
  'write.ts': asAWrite,
}

/** The compiler's errors, each as its file and the name declared there. */
async function refusals(): Promise<string[]> {
  const reports = path.join(workspace, 'reports')
  await mkdir(reports, { recursive: true })
  const folder = await mkdtemp(path.join(reports, 'typed-rows-'))
  try {
    for (const [file, source] of Object.entries(sources)) await writeFile(path.join(folder, file), source)
    const settings = { extends: '../../tsconfig.json', include: [], files: Object.keys(sources) }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = path.join(workspace, 'node_modules/.bin/tsc')
    const output = await new Promise<string>((resolve) => {
      execFile(compiler, ['-p', folder], { cwd: folder }, (_error, stdout) => resolve(stdout))
    })
    return [...output.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file = '', line]) => {
      const upToHere = sources[file]?.split('\n').slice(0, Number(line)).join('\n') ?? ''
      return `${file}: ${/.*export const (\w+)/s.exec(upToHere)?.[1] ?? line}`
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a renamed column, a misspelled one and a forgotten null do not compile', async () => {
  expect(await refusals()).toEqual(
    Object.keys(sources).flatMap((file) => [`${file}: renamed`, `${file}: misspelled`, `${file}: withoutItsNull`]),
  )
}, 120_000)
