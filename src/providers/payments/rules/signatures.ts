import { createHash, createHmac, createPublicKey, createSign, createVerify, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A notice that was signed longer ago, or whose clock is further ahead, is refused. */
export const TOLERANCE_SECONDS = 300

const hmac = (secret: string, at: number, body: string) =>
  createHmac('sha256', secret).update(`${at}.${body}`, 'utf8').digest('hex')

/** Takes the same time whatever differs, the lengths too. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => createHash('sha256').update(text, 'utf8').digest())
  return timingSafeEqual(a!, b!)
}

/** `Stripe-Signature` and `Clover-Signature`: `t=` seconds, `v1=` HMAC-SHA256 of `t.body`. */
export const timedSignature = (secret: string, body: string, at: number): string =>
  `t=${at},v1=${hmac(secret, at, body)}`

/** What is wrong with such a header; undefined where it proves the body. While a secret is changed there are several v1. */
export function timedProblem(
  header: string | null,
  secret: string,
  body: string,
  nowSeconds: number,
): string | undefined {
  const parts = (header ?? '').split(',').map(part => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const at = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (!secret) return 'no signing secret is set'
  if (!Number.isSafeInteger(at) || given.length === 0) return 'the signature is missing or malformed'
  const right = hmac(secret, at, body)
  if (!given.some(value => isSame(value, right))) return 'the signature does not match'
  return Math.abs(nowSeconds - at) > TOLERANCE_SECONDS ? 'the signature is too old' : undefined
}

export interface Transmission {
  id: string
  time: string
  signature: string
  certUrl: string
  algorithm: string
}

export const transmissionOf = (headers: Headers): Transmission => {
  const of = (name: string) => headers.get(`paypal-${name}`) ?? ''
  return {
    id: of('transmission-id'),
    time: of('transmission-time'),
    signature: of('transmission-sig'),
    certUrl: of('cert-url'),
    algorithm: of('auth-algo'),
  }
}

/** What PayPal signs: the body only by its CRC-32, in decimal. */
export const paypalText = ({ id, time }: Pick<Transmission, 'id' | 'time'>, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(Buffer.from(body, 'utf8'))}`

/** Where PayPal's certificates may come from; anything else would let anyone sign. */
export function isPaypalCert(url: string): boolean {
  const at = URL.canParse(url) ? new URL(url) : null
  return (
    at?.protocol === 'https:' &&
    (at.port === '' || at.port === '443') &&
    !at.username &&
    /\.paypal\.com$/.test(at.hostname)
  )
}

export const paypalSignature = (text: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** @param pem the certificate, or its public key */
export function isPaypalSigned(text: string, { signature, algorithm }: Transmission, pem: string): boolean {
  if (!/^SHA256withRSA$/i.test(algorithm)) return false
  try {
    return createVerify('RSA-SHA256').update(text, 'utf8').verify(createPublicKey(pem), signature, 'base64')
  } catch {
    return false
  }
}
