import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A signing secret as Standard Webhooks writes it: 256 random bits in base64 behind `whsec_`. */
export const newSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`

export interface Signed {
  id: string
  /** Of this attempt. */
  at: Date
  body: string
  /** All that are valid now, the newest first. */
  secrets: string[]
}

/** The headers of Standard Webhooks: one signature for each secret, so that receivers can change over. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(secret => `v1,${sign(secret)}`).join(' '),
  }
}
