import { parseArgs } from 'node:util'
import { Line } from '@app/contract'
import { Check } from 'typebox/value'
import { backUp, type Counts, restore } from './backup.ts'
import { settingDefaults } from './config/config.ts'
import { fileSettings } from './config/file-settings.ts'
import { type FileStore, removeOrphaned } from './modules/print/files/file-store.ts'
import { openFileStore } from './modules/print/files/open-file-store.ts'
import { pipedrive } from './modules/crm/pipedrive.ts'
import { closeOrm, openOrm } from './db/orm.ts'
import { entities } from './entities/entities.ts'
import { migrate } from './migrate.ts'
import { deleteStaffSecondFactor } from './modules/second-factor/second-factor.service.ts'
import { staffRoles } from './entities/accounts.entity.ts'
import { ensureFirstStaff, staffProblems } from './modules/staff/new-accounts.service.ts'
import { randomPassword } from './modules/staff/password.ts'
import { commandLine } from './modules/staff/account-events.ts'
import { accountOf, createAccount, listStaff, setEnabled, setPasswordOf } from './modules/staff/staff.service.ts'
import { codeOf, ProblemError } from './errors/errors.ts'
import { recordCommand } from './modules/privacy/people.service.ts'
import { cancelPieces } from './modules/privacy/person-in-pieces.ts'
import { erasePerson, exportPerson } from './modules/privacy/person.ts'
import { withSecretFiles } from './config/secret-files.ts'
import { fail } from './config/settings.ts'

const usage = [
  'usage:',
  "  migrate                       bring the database's schema up to date",
  '  first-staff                   create the first account if there is none (FIRST_STAFF_EMAIL, FIRST_STAFF_PASSWORD)',
  '  staff list                    all accounts',
  '  staff add EMAIL --name NAME [--role owner|editor|viewer]',
  '                                create an account and print its password once',
  '  staff disable EMAIL           disable an account and end its sessions',
  '  staff reset-password EMAIL    enable it with a new password, printed once, and end its sessions',
  '  staff reset-second-factor EMAIL',
  '                                remove its authenticator app and passkeys, and end its sessions',
  '  backup FILE                   save the database to a file, while the product is running',
  '  restore FILE                  restore it into an empty database',
  '  privacy export EMAIL          everything stored about a person here and in the CRM, as JSON',
  '  privacy erase EMAIL           delete it, here immediately and in the CRM through the worker',
  '    [--name NAME --zip ZIP]     and the print proofs addressed to this name and ZIP Code',
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' }, zip: { type: 'string' }, role: { type: 'string', default: 'viewer' } },
})
const { env, problems } = withSecretFiles(process.env)
if (problems.size > 0) fail([...problems].map(([name, problem]) => `${name} ${problem}`))
const databaseUrl = env['DATABASE_URL'] || fail(['DATABASE_URL must be set to a PostgreSQL address'])
// Only migrations and restores change the schema. Everything else uses the API's rights.
const ownerUrl = env['MIGRATION_DATABASE_URL'] || databaseUrl
const servingUrl = env['MIGRATION_DATABASE_URL'] ? databaseUrl : undefined
const orm = await openOrm(databaseUrl, { entities, poolMax: 2 })
const em = orm.em.fork()

async function firstStaff(): Promise<void> {
  const email = env['FIRST_STAFF_EMAIL'] || 'owner@example.com'
  const password = env['FIRST_STAFF_PASSWORD'] || undefined
  const faults = staffProblems({ email, password: password ?? 'made up here' })
  if (faults.length > 0) fail(faults.map((fault) => `FIRST_STAFF_EMAIL / FIRST_STAFF_PASSWORD: ${fault}`))
  console.log(JSON.stringify(await ensureFirstStaff(em, email, password)))
}

async function staff(command: string | undefined, email = ''): Promise<void> {
  if (command === 'list') {
    for (const account of await listStaff(em)) {
      const state = account.isEnabled ? 'active' : 'disabled'
      console.log([account.email, account.role, state, account.name].join('\t'))
    }
    return
  }
  if (!email) fail(usage)
  if (command === 'add') return add(email)
  if (command === 'disable') {
    await setEnabled(em, commandLine, (await accountOf(em, email)).id, false)
    console.log(`${email} is disabled and signed out everywhere`)
    return
  }
  if (command === 'reset-second-factor') {
    await deleteStaffSecondFactor(em, commandLine, (await accountOf(em, email)).id)
    console.log(`${email} now signs in with just the password, and is signed out everywhere`)
    return
  }
  if (command !== 'reset-password') fail(usage)
  const password = randomPassword()
  await setPasswordOf(em, commandLine, (await accountOf(em, email)).id, password)
  console.log(`${email} signs in with ${password} (shown only this once)`)
}

async function add(email: string): Promise<void> {
  const role = staffRoles.find((known) => known === values.role) ?? fail(['--role must be owner, editor, or viewer'])
  const name = values.name?.trim() ?? ''
  if (!Check(Line, name)) fail(['--name must be a name on one line'])
  const password = randomPassword()
  const faults = staffProblems({ email, password })
  if (faults.length > 0) fail(faults)
  if (!(await createAccount(em, commandLine, { email, name, password, role })))
    fail([`${email} already has an account`])
  console.log(`${email} (${role}) signs in with ${password} (shown only this once)`)
}

function printCounts(counts: Counts): void {
  for (const [table, count] of Object.entries(counts)) console.log(`${table}\t${count}`)
}

/** The API's file store, with the same settings and defaults. */
function fileStore(): FileStore {
  const setting = (name: 'FILES_DIR' | 'FILES_S3_REGION') => env[name] || String(settingDefaults[name])
  const set = { FILES_DIR: setting('FILES_DIR'), FILES_S3_REGION: setting('FILES_S3_REGION') }
  return openFileStore({ files: fileSettings({ ...env, ...set }) })
}

async function privacy(command: string | undefined, email = ''): Promise<void> {
  const { name, zip } = values
  if (!email.includes('@') || Boolean(name) !== Boolean(zip)) fail(usage)
  const person = { email, ...(name && { name }), ...(zip && { zip }) }
  if (command === 'export') {
    const token = env['PIPEDRIVE_API_TOKEN']
    const url = env['PIPEDRIVE_API_URL'] || 'https://api.pipedrive.com'
    await recordCommand(em, 'privacy_export')
    const found = await exportPerson(em, person, token ? pipedrive({ url, token }) : undefined)
    return console.log(JSON.stringify(found, null, 2))
  }
  if (command !== 'erase') fail(usage)
  await cancelPieces(em, person)
  const { leads, sampleRequests, print, isInCrm } = await erasePerson(em, person)
  await recordCommand(em, 'privacy_erase')
  const files = await removeOrphaned(em, fileStore(), print.hashes)
  console.log(
    `Deleted leads: ${leads}, sample requests: ${sampleRequests}, print proofs: ${print.proofs}, files: ${files}`,
  )
  if (isInCrm) console.log('The worker deletes the records in the CRM, and retries until it succeeds')
}

try {
  switch (positionals[0]) {
    case 'migrate': {
      const applied = await migrate(ownerUrl, {
        servingUrl,
        onWait: () => console.log('a table is locked; trying again'),
      })
      console.log(applied.length > 0 ? `migrated: ${applied.join(', ')}` : 'schema is up to date')
      break
    }
    case 'first-staff':
      await firstStaff()
      break
    case 'staff':
      await staff(positionals[1], positionals[2])
      break
    case 'backup':
      printCounts(await backUp(databaseUrl, positionals[1] ?? fail(usage)))
      break
    case 'restore':
      printCounts(await restore(ownerUrl, positionals[1] ?? fail(usage), { servingUrl }))
      break
    case 'privacy':
      await privacy(positionals[1], positionals[2])
      break
    default:
      fail(usage)
  }
} catch (error) {
  if (error instanceof ProblemError) fail([error.message])
  const message = error instanceof Error ? error.message : String(error)
  fail([[`${positionals[0]} failed:`, codeOf(error), message].filter(Boolean).join(' ')])
} finally {
  await closeOrm(orm)
}
