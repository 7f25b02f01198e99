import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { SettingError } from './setting-error.ts'

const text = (accepts: string, pattern = /\S/) => z.string().regex(pattern, accepts)
const address = (accepts: string, protocol: RegExp) => z.url({ protocol, error: accepts })
const choice = <const T extends string>(...values: T[]) => z.enum(values, `one of ${values.join(', ')}`)
const onOff = z.enum(['on', 'off', 'true', 'false', '1', '0'], 'on or off').transform(v => /^(on|true|1)$/.test(v))
const wholeNumber = (least: number, most: number) => {
  const accepts = `a whole number from ${least} to ${most}`
  return text(accepts, /^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number(accepts).min(least, accepts).max(most, accepts))
}
const database = address('an address like postgresql://user:password@host:5432/name', /^postgres(ql)?$/)

const settings = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: text('an IP address or a host name', /^[\w.:-]+$/).default('127.0.0.1'),
  TRUST_PROXY: onOff.default(false),
  PUBLIC_URL: address('an address like https://crm.example.org', /^https?$/).optional(),
  DATA_DIR: text('a directory').default('data'),
  DATABASE_URL: database.optional(),
  DATABASE_OWNER_URL: database.optional(),
  DEMO: onOff.optional(),
  ONLY: choice('both', 'web', 'worker').default('both'),
  SECRET_KEY: text('at least 32 characters', /^.{32,}$/).optional(),
  AUTH_SIGNING_KEYS_FILE: text('a file').optional(),
  AUTH_AUTOCONFIRM: onOff.optional(),
  AUTH_PASSKEY_ORIGINS: text(
    'origins like https://app.example.org, separated by commas',
    /^https?:\/\/[\w.:-]+(\s*,\s*https?:\/\/[\w.:-]+)*$/,
  ).optional(),
  AUTH_ANONYMOUS: onOff.default(false),
  AUTH_RATE_LIMITS: onOff.default(true),
  SMTP_URL: address('an address like smtps://user:password@mail.example.org', /^smtps?$/).optional(),
  MAIL_FROM: text(
    'a sender like Grace Church <office@example.org>',
    /^[^@\s<>]+@[^@\s<>]+$|^[^<>]*<[^@\s<>]+@[^@\s<>]+>$/,
  ).optional(),
  IMAP_URL: address('an address like imaps://user:password@mail.example.org', /^imaps?$/).optional(),
  MAIL_IN_SECRET: text('at least 16 characters', /^.{16,}$/).optional(),
  STRIPE_SECRET_KEY: text('a key that starts with sk_ or rk_', /^(sk|rk)_/).optional(),
  STRIPE_PUBLISHABLE_KEY: text('a key that starts with pk_', /^pk_/).optional(),
  STRIPE_WEBHOOK_SECRET: text('a secret that starts with whsec_', /^whsec_/).optional(),
  S3_ENDPOINT: address('an address like https://s3.example.org', /^https?$/).optional(),
  S3_REGION: text('a region').optional(),
  S3_BUCKET: text('a bucket').optional(),
  S3_ACCESS_KEY_ID: text('a key id').optional(),
  S3_SECRET_ACCESS_KEY: text('a key').optional(),
  OPENAI_API_KEY: text('a key').optional(),
  ANTHROPIC_API_KEY: text('a key').optional(),
  GOOGLE_API_KEY: text('a key').optional(),
  GOOGLE_BUSINESS_CLIENT_ID: text('a client id').optional(),
  GOOGLE_BUSINESS_CLIENT_SECRET: text('a client secret').optional(),
  AI_BASE_URL: address('an address like https://models.example.org/v1', /^https?$/).optional(),
  FFMPEG: onOff.default(true),
  WEBHOOKS_TO_LOOPBACK: onOff.default(false),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
})

type Settings = z.infer<typeof settings>
type Source = Record<string, string | undefined>

export const settingNames = Object.keys(settings.shape)
const secret = /KEY|SECRET|DATABASE|SMTP|IMAP/

export type Env = ReturnType<typeof readEnv>

/**
 * Reads the settings; `argv` may say `--only=web` or `--dev`.
 * Throws a SettingError for the first value that can't be used.
 */
export function readEnv(source: Source, argv: string[]) {
  const set = parse(source, argv)
  const production = (source.LAMPSTAND_ENV || source.NODE_ENV) === 'production'
  const loopback = isLoopback(set.HOST)
  checkTogether(set, { production, loopback })
  const publicUrl = new URL(
    set.PUBLIC_URL ?? `http://${set.HOST.includes(':') ? `[${set.HOST}]` : set.HOST}:${set.PORT}`,
  )
  // A proxy in front of this machine brings the world in: its address says so.
  const local = isLoopback(publicUrl.hostname.replace(/^\[|\]$/g, ''))
  const demo = set.DEMO ?? (loopback && local && !production)
  const root = path.resolve(import.meta.dirname, '../..')
  return Object.freeze({
    root,
    production,
    dev: argv.includes('--dev') && !production,
    only: set.ONLY,
    port: set.PORT,
    host: set.HOST,
    publicUrl: publicUrl.origin,
    /** A proxy of one's own stands in front: the last address of X-Forwarded-For is the visitor's. */
    trustProxy: set.TRUST_PROXY,
    dataDir: path.resolve(root, set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    demo,
    secretKey: set.SECRET_KEY,
    authSigningKeysFile: set.AUTH_SIGNING_KEYS_FILE && path.resolve(root, set.AUTH_SIGNING_KEYS_FILE),
    authAutoconfirm: set.AUTH_AUTOCONFIRM ?? demo,
    authAnonymous: set.AUTH_ANONYMOUS,
    authRateLimits: set.AUTH_RATE_LIMITS,
    passkeys: passkeys(set, publicUrl, local),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `Lampstand <lampstand@${publicUrl.hostname}>`,
    imapUrl: set.IMAP_URL,
    mailInSecret: set.MAIL_IN_SECRET,
    stripeSecretKey: set.STRIPE_SECRET_KEY,
    stripePublishableKey: set.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: set.STRIPE_WEBHOOK_SECRET,
    s3: storage(set),
    openaiApiKey: set.OPENAI_API_KEY,
    anthropicApiKey: set.ANTHROPIC_API_KEY,
    googleApiKey: set.GOOGLE_API_KEY,
    googleBusiness: oauthClient(set.GOOGLE_BUSINESS_CLIENT_ID, set.GOOGLE_BUSINESS_CLIENT_SECRET),
    aiBaseUrl: set.AI_BASE_URL,
    ffmpeg: set.FFMPEG,
    webhooksToLoopback: set.WEBHOOKS_TO_LOOPBACK,
    logLevel: set.LOG_LEVEL,
  })
}

function parse(source: Source, argv: string[]): Settings {
  // PORT= in .env means not set
  const given = Object.fromEntries(settingNames.map(name => [name, source[name]?.trim() || undefined]))
  const only = argv.find(argument => argument.startsWith('--only='))
  if (only) given.ONLY = only.slice('--only='.length)
  const parsed = settings.safeParse(given)
  if (parsed.success) return parsed.data
  const { path: at, message } = parsed.error.issues[0]!
  const name = String(at[0])
  const what = secret.test(name) ? `has a value that can't be used` : `is "${given[name]}"`
  throw new SettingError(`${name} ${what}: it must be ${message}.`)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function checkTogether(set: Settings, { production, loopback }: { production: boolean; loopback: boolean }) {
  if (set.DEMO && (production || !loopback)) {
    throw new SettingError(
      `DEMO can't be on in production or where HOST is not a loopback address: anyone could sign in to the demo church.`,
    )
  }
  if (!set.AUTH_RATE_LIMITS && production) throw new SettingError(`AUTH_RATE_LIMITS can't be off in production.`)
  if (set.WEBHOOKS_TO_LOOPBACK && (production || !loopback))
    throw new SettingError(`WEBHOOKS_TO_LOOPBACK is for local environments: it can't be on in production.`)
  if (set.DATABASE_URL && !set.SECRET_KEY) {
    throw new SettingError('SECRET_KEY is required with DATABASE_URL: set it to at least 32 random characters.')
  }
  if (set.DATABASE_OWNER_URL && !set.DATABASE_URL) {
    throw new SettingError(`DATABASE_OWNER_URL needs DATABASE_URL, the same database as the application's role.`)
  }
  allOrNone(set, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  allOrNone(set, ['GOOGLE_BUSINESS_CLIENT_ID', 'GOOGLE_BUSINESS_CLIENT_SECRET'])
  allOrNone(set, ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
}

function allOrNone(set: Settings, names: (keyof Settings)[]) {
  const missing = names.filter(name => set[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  const present = names.filter(name => !missing.includes(name))
  throw new SettingError(`${present[0]} is set, but ${missing.join(', ')} is missing: set all of them or none.`)
}

/** Browsers use a passkey on its relying party's host and below it; a number is no host, so that on loopback it is localhost. */
function passkeys(set: Settings, { hostname, origin }: URL, local: boolean) {
  const rpID = local ? 'localhost' : hostname
  const more = (set.AUTH_PASSKEY_ORIGINS ?? '').split(',').flatMap(each => URL.parse(each.trim()) ?? [])
  if (more.some(url => !`.${url.hostname}`.endsWith(`.${rpID}`) || (!local && url.protocol !== 'https:')))
    throw new SettingError(`AUTH_PASSKEY_ORIGINS: each origin must be ${local ? '' : 'https, '}on ${rpID} or below it.`)
  return { rpID, origins: [...new Set([origin, origin.replace(hostname, rpID), ...more.map(url => url.origin)])] }
}

const oauthClient = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? Object.freeze({ clientId, clientSecret }) : undefined

function storage(set: Settings) {
  if (!set.S3_ENDPOINT) return undefined
  return Object.freeze({
    endpoint: set.S3_ENDPOINT,
    region: set.S3_REGION!,
    bucket: set.S3_BUCKET!,
    accessKeyId: set.S3_ACCESS_KEY_ID!,
    secretAccessKey: set.S3_SECRET_ACCESS_KEY!,
  })
}

/** The environment and, beneath it, the `.env` file; not in tests, which must not reach whom we pay. */
function everySource(): Source {
  if (process.env.VITEST) return process.env
  try {
    return { ...parseEnv(readFileSync(path.resolve(import.meta.dirname, '../../.env'), 'utf8')), ...process.env }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env
    throw new SettingError(`The file .env can't be read.`, { cause: error })
  }
}

const everything = everySource()

/** Names that the environment or `.env` sets. */
export const namesSet = settingNames.filter(name => everything[name]?.trim())

export const env: Env = readEnv(everything, process.argv)
