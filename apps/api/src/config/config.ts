import { brand } from '@app/brand'
import { Ajv } from 'ajv'
import * as Type from 'typebox'
import { fileSettings } from './file-settings.ts'
import { isAddressRange, isLoopback } from './network.ts'
import { withSecretFiles } from './secret-files.ts'

const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  // Validated here and used by the commands that change the schema. The API and the worker never connect with it.
  MIGRATION_DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOL_MAX: Type.Integer({ minimum: 2, maximum: 200, default: 20 }),
  // One or more secrets of at least 32 characters.
  SESSION_SECRET: Type.String({ pattern: String.raw`^[^,\n]{32,}([,\n][^,\n]{32,})*$` }),
  SITE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s]+$' })),
  API_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s]+$' })),
  ADMIN_URL: Type.Optional(Type.String({ pattern: '^https?://[^/\\s]+/[^\\s]*[^/\\s]$' })),
  SITE_DIR: Type.Optional(Type.String({ minLength: 1 })),
  ADMIN_DIR: Type.Optional(Type.String({ minLength: 1 })),
  TRUST_PROXY: Type.String({ default: '' }),
  RATE_LIMIT_WRITES_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 60 }),
  RATE_LIMIT_REQUESTS_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 3000 }),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10 }),
  PIPEDRIVE_API_URL: Type.String({ pattern: '^https?://[^/\\s]+$', default: 'https://api.pipedrive.com' }),
  PIPEDRIVE_API_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  FILES_DIR: Type.String({ minLength: 1, default: '.data/files' }),
  CAMPAIGNS_DIR: Type.String({ minLength: 1, default: '.data/campaigns' }),
  FILES_S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
  FILES_S3_BUCKET: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]+$' })),
  FILES_S3_REGION: Type.String({ minLength: 1, default: 'us-east-1' }),
  FILES_S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  FILES_S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://[^\\s]+$' })),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '^[^\\s<>@]+@[^\\s<>@]+$' })),
  WEBHOOK_PRIVATE_RANGES: Type.String({ default: '' }),
  SECOND_FACTOR: Type.Enum(['optional', 'required'], { default: 'optional' }),
  OIDC_ISSUER: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ minLength: 1 })),
  OIDC_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 60, default: 0 }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  METRICS_HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
  RUN_WORKER: Type.Boolean({ default: false }),
  RUN_RENDERER: Type.Boolean({ default: false }),
  CHROMIUM_PATH: Type.Optional(Type.String({ minLength: 1 })),
  PRESS_PROFILE: Type.Optional(Type.String({ minLength: 1 })),
  RENDERER_PAGES: Type.Integer({ minimum: 1, maximum: 32, default: 2 }),
  RENDERER_MEMORY_MB: Type.Integer({ minimum: 256, maximum: 65_536, default: 600 }),
  PIECE_CANCEL_MINUTES: Type.Integer({ minimum: 0, maximum: 10_080, default: 15 }),
  PIECE_RETENTION_DAYS: Type.Integer({ minimum: 60, maximum: 36_500, default: 180 }),
  RUN_FILE_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 36_500, default: 14 }),
  RETENTION_DAYS: Type.Integer({ minimum: 0, maximum: 36_500, default: 0 }),
  SPAM_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 36_500, default: 90 }),
  BUSINESS_TIME_ZONE: Type.String({ minLength: 1, default: 'America/New_York' }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], { default: 'info' }),
})

/** Every setting with its default, for the table in docs/operations.md. */
export const settingDefaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(Settings.properties).map(([name, schema]) => [name, 'default' in schema ? schema.default : undefined]),
)

/** The expected format of a number or switch, because the validator's message states only one of the bounds. */
function expected({ type, minimum, maximum }: Record<string, unknown> = {}) {
  if (type === 'boolean') return 'must be true or false'
  return type === 'integer' ? `must be a whole number, ${String(minimum)} to ${String(maximum)}` : undefined
}

/** The expected format of other settings whose validator message does not state it. */
const hints: Record<string, string> = {
  DATABASE_URL: 'must be set to a PostgreSQL address, postgres://user:password@host:5432/database',
  MIGRATION_DATABASE_URL: 'must be a PostgreSQL address, like DATABASE_URL with the user that owns the tables',
  SESSION_SECRET: 'must be set to at least 32 random characters, or to several such, separated by commas',
  SITE_URL: 'must be an origin like https://www.example.com, without a path',
  API_URL: 'must be an origin like https://api.example.com, without a path',
  ADMIN_URL: 'must be an address like https://staff.example.com/admin, without a trailing slash',
  PIPEDRIVE_API_URL: 'must be an origin like https://api.pipedrive.com, without a path',
  FILES_S3_ENDPOINT: 'must be the address of an S3-compatible store, like https://s3.us-east-1.amazonaws.com',
  FILES_S3_BUCKET: 'must be the name of a bucket',
  SECOND_FACTOR: 'must be optional or required',
  OIDC_ISSUER: 'must be the https address of the provider of single sign-on, without a query',
  SMTP_URL: 'must be the address of an email server, like smtps://user:password@mail.example.com',
  MAIL_FROM: 'must be an email address, like desk@example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'must be the address of an OpenTelemetry collector, like http://127.0.0.1:4318',
  LOG_LEVEL: 'must be one of silent, fatal, error, warn, info, debug, trace',
}

/** Reports all invalid settings together, one per line. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

type Given = Type.Static<typeof Settings>

const ajv = new Ajv({ allErrors: true, verbose: true, coerceTypes: true, useDefaults: true, removeAdditional: false })
const isSettings = ajv.compile<Given>(Settings)

const rangesOf = (list: string) =>
  list
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean)

/** Settings that must be set together or not at all. */
const groups = {
  'single sign-on': ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  'the S3-compatible store': [
    'FILES_S3_ENDPOINT',
    'FILES_S3_BUCKET',
    'FILES_S3_ACCESS_KEY_ID',
    'FILES_S3_SECRET_ACCESS_KEY',
  ],
}

// Over plain HTTP, anyone on the network between us and the provider could sign in.
const isSafe = (issuer: URL) => issuer.protocol === 'https:' || isLoopback(issuer)

/**
 * Rules that the schema cannot express. Checked even when the schema finds errors, so that all are reported together.
 */
function problemsBesideTheSchema(set: NodeJS.ProcessEnv): [string, string][] {
  const { BUSINESS_TIME_ZONE: zone, OIDC_ISSUER: issuer, SMTP_URL: mailServer } = set
  const problems: [string, string][] = []
  for (const [whole, names] of Object.entries(groups)) {
    const missing = names.filter((name) => set[name] === undefined)
    if (missing.length === names.length) continue
    for (const name of missing) problems.push([name, `must be set together with the other settings of ${whole}`])
  }
  // The schema reports values that are not URLs.
  if (issuer && URL.canParse(issuer) && !isSafe(new URL(issuer))) {
    problems.push(['OIDC_ISSUER', 'must be an https address'])
  }
  if (mailServer && !URL.canParse(mailServer)) problems.push(['SMTP_URL', hints['SMTP_URL'] ?? ''])
  if (set['SECOND_FACTOR'] === 'required' && issuer) {
    problems.push(['SECOND_FACTOR', 'must be optional where OIDC_ISSUER is set: require it at the provider'])
  }
  if (zone !== undefined && !isTimeZone(zone)) {
    problems.push(['BUSINESS_TIME_ZONE', 'must be a time zone name like America/New_York'])
  }
  for (const name of ['TRUST_PROXY', 'WEBHOOK_PRIVATE_RANGES']) {
    if (!rangesOf(set[name] ?? '').every(isAddressRange)) {
      problems.push([name, 'must be IP addresses or ranges, separated by commas'])
    }
  }
  return problems
}

/** An empty setting counts as missing. @throws {ConfigError} naming every invalid setting */
function settingsIn(env: NodeJS.ProcessEnv) {
  const { env: filled, problems } = withSecretFiles(env)
  const set = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== ''))
  for (const [name, problem] of problemsBesideTheSchema(set)) problems.set(name, problem)
  const given: unknown = { ...set }
  const fits = isSettings(given)
  for (const error of isSettings.errors ?? []) {
    const name = String(error.params['missingProperty'] ?? error.instancePath.slice(1))
    problems.set(name, hints[name] ?? expected(error.parentSchema) ?? error.message ?? 'is invalid')
  }
  if (!fits || problems.size > 0) throw new ConfigError([...problems].map(([name, problem]) => `${name} ${problem}`))
  return given
}

function providerIn(given: Given, apiOrigin: string) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
  if (!issuer || !clientId || !clientSecret) return undefined
  /** The redirect URI registered with the provider. */
  const callbackUrl = new URL('/api/login/callback', apiOrigin)
  return { issuer: new URL(issuer), clientId, clientSecret, callbackUrl }
}

const mailIn = ({ SMTP_URL: server, MAIL_FROM: address = brand.email }: Given) =>
  server ? { server: new URL(server), from: { name: brand.companyName, address } } : undefined

/** Reads the environment once, at startup. @throws {ConfigError} naming every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = settingsIn(env)
  const siteOrigin = given.SITE_URL ?? `http://localhost:${given.PORT}`
  const apiOrigin = given.API_URL ?? siteOrigin
  return Object.freeze({
    port: given.PORT,
    host: given.HOST,
    databaseUrl: given.DATABASE_URL,
    poolMax: given.DATABASE_POOL_MAX,
    /** The first one signs cookies. The others are still accepted, so that rotating a secret signs nobody out. */
    sessionSecrets: given.SESSION_SECRET.split(/[,\n]/).map((secret) => secret.trim()),
    /** Origin of the public site. */
    siteOrigin,
    /** Origin of this API as seen by browsers. Every URL in a response starts with it, whatever the request's host. */
    apiOrigin,
    /** URL of the admin app: origin and path, without a trailing slash. */
    adminUrl: new URL(given.ADMIN_URL ?? `${siteOrigin}/admin`),
    /** Folders of the built front ends. Undefined when another server serves them. */
    siteDir: given.SITE_DIR,
    adminDir: given.ADMIN_DIR,
    /** Addresses of the proxies whose X-Forwarded-* headers are trusted. */
    trustProxy: rangesOf(given.TRUST_PROXY),
    /** Maximum leads and sample requests from one address, counted across all instances. */
    writesPerMinute: given.RATE_LIMIT_WRITES_PER_MINUTE,
    /** Maximum requests of any kind from one address, counted in this instance only. */
    requestsPerMinute: given.RATE_LIMIT_REQUESTS_PER_MINUTE,
    signInsPerMinute: given.RATE_LIMIT_SIGN_INS_PER_MINUTE,
    /** The sales CRM. Undefined without a token. */
    crm: given.PIPEDRIVE_API_TOKEN ? { url: given.PIPEDRIVE_API_URL, token: given.PIPEDRIVE_API_TOKEN } : undefined,
    /** The email server, with user and password, and the sender of our mails. Undefined when none is set up. */
    mail: mailIn(given),
    /** Ranges of private addresses that Slack messages and webhooks may be sent to. */
    webhookRanges: rangesOf(given.WEBHOOK_PRIVATE_RANGES),
    files: fileSettings(given),
    /** Folder of this instance for short links, and for scans that are not in the database yet. */
    campaignsDir: given.CAMPAIGNS_DIR,
    /** True when staff without a second factor can only set one up. */
    requiresSecondFactor: given.SECOND_FACTOR === 'required',
    /** The OpenID Connect provider for staff sign-in. Undefined when they sign in at this API with a password. */
    singleSignOn: providerIn(given, apiOrigin),
    /** How long a process keeps serving after a stop signal while it reports that it is not ready. */
    drainMs: given.DRAIN_SECONDS * 1000,
    /** Address that serves metrics for Prometheus. Undefined disables them. */
    metrics: given.METRICS_PORT === undefined ? undefined : { port: given.METRICS_PORT, host: given.METRICS_HOST },
    /** The OpenTelemetry collector that receives traces. Undefined disables tracing. */
    traceCollector: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** True when this process also syncs records to the CRM. */
    runWorker: given.RUN_WORKER,
    renderer: {
      /** True when this process starts a renderer. */
      runsHere: given.RUN_RENDERER,
      /** The browser that lays out pieces. Undefined uses the one from the lockfile. */
      chromium: given.CHROMIUM_PATH,
      /** File with the ICC output profile of print files. Undefined means US sheetfed offset on coated paper. */
      pressProfile: given.PRESS_PROFILE,
      /** Number of browser pages. Each lays out one side of a piece at a time. */
      pages: given.RENDERER_PAGES,
      /** Memory limit above which the browser is replaced. */
      maxMegabytes: given.RENDERER_MEMORY_MB,
    },
    pieces: {
      /** Time zone for counting days and months. */
      timeZone: given.BUSINESS_TIME_ZONE,
      /** Minutes during which a piece can be canceled. */
      cancelMinutes: given.PIECE_CANCEL_MINUTES,
      /** Days after printing for which the names and addresses of a piece are kept. */
      keptDays: given.PIECE_RETENTION_DAYS,
    },
    /** Retention in days. Undefined keeps people forever. `runFiles` is for the files of mailed runs. */
    retention: {
      people: given.RETENTION_DAYS || undefined,
      spam: given.SPAM_RETENTION_DAYS,
      runFiles: given.RUN_FILE_RETENTION_DAYS,
    },
    /** IANA name of the time zone in which statistics and date filters count days. */
    businessTimeZone: given.BUSINESS_TIME_ZONE,
    logLevel: given.LOG_LEVEL,
  })
}

export type Config = ReturnType<typeof readConfig>
