import { randomUUID } from 'node:crypto'
import type { aChurch } from './church.ts'
import { clientFor, nobody } from './church.ts'
import { testHouse } from './house.ts'
import { linkIn, messageTo } from './sign-in.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
type Kind = 'email' | 'phone'

/** The name of a church in its public addresses. */
export async function slugOf(church: Pick<Church, 'id'>): Promise<string> {
  const { owner } = await testHouse()
  return (await owner.query('select slug from clients where id = $1', [church.id])).rows[0].slug
}

/** Someone of the church with that address. */
export const somebody = (church: Church, firstName: string, value: string, more: object = {}, kind: Kind = 'email') =>
  church.owner.people.create({ firstName, lastName: 'Miller', points: [{ kind, value }], ...more })

/** A browser without JavaScript at one church's portal: it sends forms, follows redirects and keeps the portal's cookie. */
export async function aBrowser(church: Pick<Church, 'id'>) {
  const { send } = await aServer()
  const slug = await slugOf(church)
  const base = `/my/${slug}`
  let cookie = ''
  const headers = (extra: Record<string, string>) => ({ ...(cookie && { cookie }), ...extra })
  const keep = (response: Response) => {
    for (const one of response.headers.getSetCookie()) cookie = /max-age=0/i.test(one) ? '' : one.split(';')[0]!
    return response
  }
  const get = async (path = '', extra: Record<string, string> = {}) =>
    keep(await send(`${base}${path}`, { headers: headers(extra) }))
  const post = async (path: string, form: [string, string][] | Record<string, string>, extra = {}) =>
    keep(
      await send(`${base}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: headers({ 'sec-fetch-site': 'same-origin', 'user-agent': 'Firefox', ...extra }),
      }),
    )
  /** The path of the newest link that was sent to that address, below the portal's own. */
  const linkTo = async (address: string) => {
    const text = await messageTo(address)
    return text ? linkIn(text).pathname.replace(base, '') : ''
  }
  return {
    slug,
    send,
    get,
    post,
    linkTo,
    cookie: () => cookie,
    token: () => cookie.split('=')[1] ?? null,
    ask: (address: string, extra = {}) => post('', { address }, extra),
    async signIn(address: string, person?: string) {
      await post('', { address })
      return post(await linkTo(address), person ? { person } : {})
    },
  }
}

/** Calls through the contract as someone who is signed in to the portal. */
export const personClient = (token: string | null) => clientFor({ ...nobody(), portal: token, requestId: randomUUID() })
