import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const run = promisify(argon2)

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** PHC string of an argon2id hash; about 30 ms in a thread of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await run('argon2id', { ...cost, message: Buffer.from(password.normalize('NFC')), nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${b64(nonce)}$${b64(tag as Buffer)}`
}

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

let dummy: Promise<string> | undefined

/** Whether the password matches; an unknown user (null) costs as much time as a known one, and is false. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'))
  const hash = stored ?? (await dummy)
  const [, , , parameters, nonce, tag] = hash.split('$')
  const { m, t, p } = Object.fromEntries(parameters!.split(',').map(pair => pair.split('='))) as Record<string, string>
  const expected = Buffer.from(tag!, 'base64')
  const made = (await run('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce: Buffer.from(nonce!, 'base64'),
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.length,
  })) as Buffer
  return timingSafeEqual(made, expected) && stored !== null
}
