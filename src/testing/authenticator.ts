import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

export interface Doing {
  origin?: string
  rpID?: string
  userVerified?: boolean
  counter?: number
}

/** An authenticator in software: one key, ES256, self-made attestation. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly key: { privateKey: KeyObject; publicKey: KeyObject }
  counter = 0
  constructor() {
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  private data({ rpID = 'localhost', userVerified = true, counter }: Doing, attested = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++this.counter)
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), count, attested])
  }

  private client(type: string, challenge: string, { origin = 'http://127.0.0.1:3000' }: Doing) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  register(challenge: string, doing: Doing = {}) {
    const { x, y } = this.key.publicKey.export({ format: 'jwk' })
    const point = (part?: string) => new Uint8Array(Buffer.from(part!, 'base64url'))
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    )
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, Buffer.from(cose)])
    const authData = new Uint8Array(this.data(doing, attested))
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', authData],
      ]),
    )
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(this.client('webauthn.create', challenge, doing)),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    }
  }

  authenticate(challenge: string, doing: Doing = {}) {
    const clientData = this.client('webauthn.get', challenge, doing)
    const authenticatorData = this.data(doing)
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.key.privateKey)
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientData),
        authenticatorData: b64(authenticatorData),
        signature: b64(signature),
      },
    }
  }
}
