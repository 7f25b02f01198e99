import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import path from 'node:path'
import { env } from './env.ts'
import { writeOnce } from './tokens.ts'

interface MasterKey {
  id: string
  bytes: Buffer
}
let master: MasterKey | undefined

/** SECRET_KEY, or the key made on the first start and kept in DATA_DIR/keys. */
function masterKey(): MasterKey {
  if (!master) {
    const text =
      env.secretKey ?? writeOnce(path.join(env.dataDir, 'keys', 'secret.key'), randomBytes(32).toString('base64'))
    const bytes = Buffer.from(hkdfSync('sha256', text.trim(), 'lampstand', 'stored credentials', 32))
    master = { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
  }
  return master
}

/** Encrypts a credential for storage: `v1.<key id>.<nonce>.<tag>.<ciphertext>`, base64url; `context` must match on reading. */
export function seal(secret: string, context: string): string {
  const { id, bytes } = masterKey()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return ['v1', id, ...[nonce, cipher.getAuthTag(), sealed].map(part => part.toString('base64url'))].join('.')
}

/** The credential; throws when it was sealed with another key or for another context, or was altered. */
export function open(sealed: string, context: string): string {
  const [version, id, nonce, tag, body] = sealed.split('.')
  const key = masterKey()
  if (version !== 'v1' || id !== key.id) throw new Error(`sealed with key ${id}, this is ${key.id}`)
  const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, part(nonce))
    .setAAD(Buffer.from(context))
    .setAuthTag(part(tag))
  return Buffer.concat([decipher.update(part(body)), decipher.final()]).toString('utf8')
}

/** What the database keeps of a token that only its holder knows. */
export const digest = (token: string) => createHash('sha256').update(token).digest('hex')

/** A token for a link or a session: 256 bits, URL-safe. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Proves that we wrote it, where a place is short: 16 hex digits of an HMAC under the master key. */
export const sealOf = (text: string) => createHmac('sha256', masterKey().bytes).update(text).digest('hex').slice(0, 16)
