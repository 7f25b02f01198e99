import { createHmac, timingSafeEqual } from 'node:crypto'

export type Params = readonly (readonly [name: string, value: string])[]

/** What Twilio puts into X-Twilio-Signature: the address and its sorted parameters, a repeated value once. */
export function signatureOf(token: string, url: string, params: Params): string {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of params) values.set(name, (values.get(name) ?? new Set()).add(value))
  const text = [...values.keys()].sort().reduce(
    (sum, name) =>
      sum +
      [...values.get(name)!]
        .sort()
        .map(value => name + value)
        .join(''),
    url,
  )
  return createHmac('sha1', token).update(text, 'utf8').digest('base64')
}

/** The address with and without the port that its protocol has anyway: proxies and Twilio differ in writing it. */
function spellings(url: string): string[] {
  const at = new URL(url)
  const standard = at.protocol === 'https:' ? '443' : '80'
  const [, scheme, host, rest] = /^(https?:\/\/)([^/?#]+)(.*)$/s.exec(url)!
  const bare = host!.replace(/:\d+$/, '')
  return at.port && at.port !== standard ? [url] : [`${scheme}${bare}${rest}`, `${scheme}${bare}:${standard}${rest}`]
}

/** Whether one of the tokens signed it; while a token is being changed there are two. */
export function isSigned(tokens: readonly string[], url: string, params: Params, signature: string): boolean {
  const given = Buffer.from(signature)
  return tokens.some(token =>
    spellings(url).some(spelling => {
      const right = Buffer.from(signatureOf(token, spelling, params))
      return right.length === given.length && timingSafeEqual(right, given)
    }),
  )
}
