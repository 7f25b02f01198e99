import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'
import { SettingError } from './setting-error.ts'

const key = 'k'.repeat(32)
const refusalOf = (source: Record<string, string>, argv: string[] = []) => {
  try {
    readEnv(source, argv)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return (error as Error).message
  }
  return expect.unreachable('the settings were accepted')
}

test('everything has a default that works', () => {
  const env = readEnv({}, [])
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: path.join(env.root, 'data'),
    demo: true,
    only: 'both',
    authAutoconfirm: true,
    authAnonymous: false,
    authRateLimits: true,
    mailFrom: 'Lampstand <lampstand@127.0.0.1>',
    logLevel: 'info',
    production: false,
    dev: false,
  })
  expect(env).toMatchObject({ s3: undefined, smtpUrl: undefined, databaseUrl: undefined, secretKey: undefined })
  expect(Object.isFrozen(env)).toBe(true)
})

test.each([
  ['PORT', 'abc', `PORT is "abc": it must be a whole number from 1 to 65535.`],
  ['PORT', '70000', `PORT is "70000": it must be a whole number from 1 to 65535.`],
  ['HOST', 'http://here', `HOST is "http://here": it must be an IP address or a host name.`],
  ['PUBLIC_URL', 'crm', `PUBLIC_URL is "crm": it must be an address like https://crm.example.org.`],
  ['DEMO', 'maybe', `DEMO is "maybe": it must be on or off.`],
  ['ONLY', 'cron', `ONLY is "cron": it must be one of both, web, worker.`],
  ['MAIL_FROM', 'office', `MAIL_FROM is "office": it must be a sender like Grace Church <office@example.org>.`],
  ['LOG_LEVEL', 'loud', `LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent.`],
  ['SECRET_KEY', 'short', `SECRET_KEY has a value that can't be used: it must be at least 32 characters.`],
])('%s=%s is refused in a sentence', (name, value, sentence) => {
  expect(refusalOf({ [name]: value })).toBe(sentence)
})

test('a secret is never repeated', () => {
  const secrets = settingNames.filter(name => /KEY|SECRET|SMTP|IMAP|DATABASE/.test(name))
  const accepted = /AUTH_SIGNING_KEYS_FILE|_API_KEY|^S3_/ // any text will do
  for (const name of secrets.filter(name => !accepted.test(name))) {
    expect(refusalOf({ [name]: 'hunter2' }), name).not.toContain('hunter2')
  }
})

test('passkeys are used on the public address, and on other origins of its host where they are named', () => {
  const named = (PUBLIC_URL: string, AUTH_PASSKEY_ORIGINS: string) => ({ PUBLIC_URL, AUTH_PASSKEY_ORIGINS })
  expect(readEnv({}, []).passkeys).toEqual({
    rpID: 'localhost',
    origins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
  })
  const origins = 'https://app.crm.example.org, https://crm.example.org:8443'
  expect(readEnv(named('https://crm.example.org', origins), []).passkeys).toEqual({
    rpID: 'crm.example.org',
    origins: ['https://crm.example.org', 'https://app.crm.example.org', 'https://crm.example.org:8443'],
  })
  const local = readEnv({ AUTH_PASSKEY_ORIGINS: 'http://localhost:5173' }, [])
  expect(local.passkeys.origins).toContain('http://localhost:5173')
  for (const other of ['https://example.org', 'https://evilcrm.example.org', 'http://app.crm.example.org'])
    expect(refusalOf(named('https://crm.example.org', other))).toBe(
      'AUTH_PASSKEY_ORIGINS: each origin must be https, on crm.example.org or below it.',
    )
  expect(refusalOf({ AUTH_PASSKEY_ORIGINS: 'crm.example.org' })).toMatch(/^AUTH_PASSKEY_ORIGINS .* origins like/)
})

test('the demo is off in production and beyond this machine', () => {
  expect(readEnv({ NODE_ENV: 'production' }, [])).toMatchObject({ demo: false, authAutoconfirm: false })
  expect(readEnv({ HOST: '0.0.0.0' }, []).demo).toBe(false)
  const proxied = readEnv({ PUBLIC_URL: 'https://crm.example.org' }, [])
  expect(proxied).toMatchObject({ demo: false, authAutoconfirm: false })
  expect(readEnv({ HOST: '::1' }, [])).toMatchObject({ demo: true, publicUrl: 'http://[::1]:3000' })
  expect(readEnv({ DEMO: 'off' }, [])).toMatchObject({ demo: false, authAutoconfirm: false })
  expect(refusalOf({ DEMO: 'on', NODE_ENV: 'production' })).toMatch(/^DEMO can't be on/)
  expect(refusalOf({ DEMO: 'on', HOST: '0.0.0.0' })).toMatch(/^DEMO can't be on/)
})

test('the launcher may run React in production mode without being production', () => {
  expect(readEnv({ NODE_ENV: 'production', LAMPSTAND_ENV: 'local' }, [])).toMatchObject({
    production: false,
    demo: true,
  })
  expect(readEnv({ NODE_ENV: 'production', LAMPSTAND_ENV: 'production' }, []).production).toBe(true)
})

test('an argument wins over the environment', () => {
  expect(readEnv({ ONLY: 'worker' }, ['--only=web']).only).toBe('web')
  expect(readEnv({}, ['--dev']).dev).toBe(true)
  expect(readEnv({ NODE_ENV: 'production' }, ['--dev']).dev).toBe(false)
  expect(refusalOf({}, ['--only=cron'])).toContain(`ONLY is "cron"`)
})

test('settings that need each other come together', () => {
  const url = 'postgresql://app:hunter2@db.example.org/lampstand'
  expect(refusalOf({ DATABASE_URL: url })).toMatch(/^SECRET_KEY is required with DATABASE_URL/)
  expect(readEnv({ DATABASE_URL: url, SECRET_KEY: key }, []).databaseUrl).toBe(url)
  expect(refusalOf({ DATABASE_OWNER_URL: url })).toMatch(/^DATABASE_OWNER_URL needs DATABASE_URL/)
  expect(refusalOf({ S3_BUCKET: 'media' })).toContain('S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY')
  expect(refusalOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toContain('STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET')
  expect(refusalOf({ AUTH_RATE_LIMITS: 'off', NODE_ENV: 'production' })).toMatch(/^AUTH_RATE_LIMITS/)
})

test('an empty value is no value, and an origin has no path', () => {
  expect(readEnv({ PORT: '', SMTP_URL: ' ' }, [])).toMatchObject({ port: 3000, smtpUrl: undefined })
  expect(readEnv({ PUBLIC_URL: 'https://CRM.example.org/' }, []).publicUrl).toBe('https://crm.example.org')
})
