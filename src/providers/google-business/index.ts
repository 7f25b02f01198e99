import { clock } from '#kernel/clock.ts'
import { log } from '#kernel/log.ts'
import { callJson, exchangeCode, type JsonAnswer, pkceChallenge } from '#providers/oauth-client/index.ts'
import { request, ServiceRefused } from '#providers/outbound/index.ts'
import {
  type GoogleAccess,
  type PlatformReview,
  ReviewGone,
  type ReviewPage,
  type ReviewPlatform,
  ReviewRefused,
} from '#providers/reviews/rules/platform.ts'

/** Where Google answers; tests have a server of their own. */
export const googleAddresses = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  reviews: 'https://mybusiness.googleapis.com/v4',
}
export type GoogleAddresses = typeof googleAddresses

export const BUSINESS_SCOPE = 'https://www.googleapis.com/auth/business.manage'
const PAGE = 50
/** Pages of accounts or locations; an agency has many, nobody scrolls through more. */
const MOST_PAGES = 20
const stars: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }

/** An OAuth client of ours, and the church's permission. */
export type GooglePermission = Omit<GoogleAccess, 'kind' | 'entry'>

/** An entry of a church on Google: `accounts/1/locations/2`. */
export interface GoogleLocation {
  entry: string
  name: string
  address: string
  /** Empty: Google says none, such as for an entry that isn't verified. */
  page: string
  reviewUrl: string
}

export interface GoogleBusiness extends ReviewPlatform<GoogleAccess> {
  /** Where a member allows us to read and answer. */
  authorizationUrl(asked: { clientId: string; redirectUri: string; state: string; verifier: string }): string
  /** @throws ServiceRefused for a code that isn't good, or without the permission to manage reviews */
  redeemCode(
    grant: Omit<GooglePermission, 'refreshToken'> & { code: string; verifier: string; redirectUri: string },
  ): Promise<string>
  /** Takes the permission back; one that can't be is left, as the token is forgotten here. */
  revokeToken(refreshToken: string): Promise<void>
  /** @throws ServiceRefused */
  locations(permission: GooglePermission): Promise<GoogleLocation[]>
}

/** Google Business Profile: Account Management v1, Business Information v1, and reviews of My Business v4. */
export const googleBusiness = (at: GoogleAddresses = googleAddresses): GoogleBusiness => ({
  ...connecting(at),
  ...reading(at),
  ...responding(at),
})

const clientOf = ({ tokenUrl }: GoogleAddresses) => ({ name: 'Google', tokenUrl })

/** An answer that isn't the API's says nothing of reviews, whatever its status. */
function requireJson({ data, isJson }: JsonAnswer): any {
  if (!isJson) throw new ServiceRefused('Google sent no readable answer.')
  return data
}

type Client = ReturnType<typeof clientOf>

/** A list of Google, all of its pages. */
async function readPages(client: Client, permission: GooglePermission, url: string, field: string): Promise<any[]> {
  const found: any[] = []
  let token = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = token ? `${url}&pageToken=${encodeURIComponent(token)}` : url
    const data = requireJson(await callJson(client, permission, asked))
    found.push(...(data[field] ?? []))
    token = String(data.nextPageToken ?? '')
    if (!token) break
  }
  return found
}

function connecting(at: GoogleAddresses): Omit<GoogleBusiness, keyof ReviewPlatform> {
  const client = clientOf(at)
  return {
    authorizationUrl({ clientId, redirectUri, state, verifier }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: BUSINESS_SCOPE,
        state,
        code_challenge: pkceChallenge(verifier),
        code_challenge_method: 'S256',
        access_type: 'offline',
        // Without it a second consent brings no refresh token.
        prompt: 'consent',
      })
      return `${at.authorize}?${query}`
    },
    async redeemCode(grant) {
      const { refreshToken, scope } = await exchangeCode(client, grant)
      if (!scope.split(' ').includes(BUSINESS_SCOPE))
        throw new ServiceRefused('The permission to manage reviews was not given. Please connect again and select it.')
      return refreshToken
    },
    async revokeToken(refreshToken) {
      await request(at.revokeUrl, {
        method: 'POST',
        body: new URLSearchParams({ token: refreshToken }).toString(),
        mostBytes: 100_000,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }).catch(error => log.warn({ err: error }, 'a permission on Google could not be revoked'))
    },
    async locations(permission) {
      const accounts = await readPages(client, permission, `${at.accounts}/accounts?pageSize=20`, 'accounts')
      const found: GoogleLocation[] = []
      for (const { name } of accounts) {
        const url = `${at.locations}/${name}/locations?readMask=name,title,storefrontAddress,metadata&pageSize=100`
        for (const one of await readPages(client, permission, url, 'locations'))
          found.push({
            entry: `${name}/${one.name}`,
            name: String(one.title ?? one.name),
            address: (one.storefrontAddress?.addressLines ?? [])
              .concat(one.storefrontAddress?.locality ?? [])
              .join(', '),
            page: String(one.metadata?.mapsUri ?? ''),
            reviewUrl: String(one.metadata?.newReviewUri ?? ''),
          })
      }
      return found
    },
  }
}

/** How far an entry was read: `since` is the newest change seen in full; the others belong to a look that isn't over. */
interface Progress {
  since: string
  page?: string
  top?: string
}
function readCursor(cursor: string): Progress {
  try {
    return JSON.parse(cursor)
  } catch {
    return { since: '' }
  }
}

function toReview(one: any): PlatformReview {
  const author = one.reviewer?.isAnonymous ? '' : String(one.reviewer?.displayName ?? '')
  return {
    externalId: String(one.reviewId),
    rating: stars[one.starRating]!,
    title: '',
    content: String(one.comment ?? ''),
    author: author === '' || author === 'A Google User' ? null : author,
    reviewedAt: new Date(one.createTime),
    response: one.reviewReply?.comment ?? null,
    respondedAt: one.reviewReply ? new Date(one.reviewReply.updateTime) : null,
  }
}
/** Without a rating, an id or its times it can't be stored. */
const isReadable = (one: any) =>
  Boolean(one.reviewId) &&
  one.starRating in stars &&
  [one.createTime, one.updateTime].every(time => Date.parse(time) > 0)

function reading(at: GoogleAddresses): Pick<GoogleBusiness, 'changes'> {
  return {
    /** The newest change first, until one that is known. Google never says what was deleted, so that nothing is. */
    async changes(access, cursor): Promise<ReviewPage> {
      const { since, page, top } = readCursor(cursor)
      const query = new URLSearchParams({
        pageSize: String(PAGE),
        orderBy: 'updateTime desc',
        ...(page && { pageToken: page }),
      })
      const url = `${at.reviews}/${access.entry}/reviews?${query}`
      const answer = await callJson(clientOf(at), access, url, { expects: page ? [400] : [] })
      // A page token that has expired: the next look begins anew.
      if (answer.status === 400) return { reviews: [], removed: [], cursor: JSON.stringify({ since }), hasMore: false }
      const data = requireJson(answer)
      const all: any[] = (data.reviews ?? []).filter(isReadable)
      if (all.length === 0 && since && !page) throw new ServiceRefused('Google answered without any review.')
      const fresh = all.filter(one => one.updateTime >= since)
      const newest = top ?? String(all[0]?.updateTime ?? since)
      const hasMore = Boolean(data.nextPageToken) && all.every(one => one.updateTime > since)
      const next: Progress = hasMore ? { since, page: data.nextPageToken, top: newest } : { since: newest }
      return { reviews: fresh.map(toReview), removed: [], cursor: JSON.stringify(next), hasMore }
    },
  }
}

function responding(at: GoogleAddresses): Pick<GoogleBusiness, 'respond' | 'deleteResponse'> {
  const client = clientOf(at)
  const replyUrl = ({ entry }: GoogleAccess, id: string) =>
    `${at.reviews}/${entry}/reviews/${encodeURIComponent(id)}/reply`
  /** A missing review is told from a missing entry: only where the entry answers, the review is gone. */
  async function requireReview(access: GoogleAccess): Promise<never> {
    requireJson(await callJson(client, access, `${at.reviews}/${access.entry}/reviews?pageSize=1`))
    throw new ReviewGone()
  }
  return {
    async respond(access, externalId, text) {
      const url = replyUrl(access, externalId)
      const answer = await callJson(client, access, url, {
        method: 'PUT',
        body: { comment: text },
        expects: [400, 404],
      })
      const data = requireJson(answer)
      if (answer.status === 404) return requireReview(access)
      if (answer.status === 400)
        throw new ReviewRefused(String(data.error?.message ?? 'Google did not accept this response.'))
      const at = new Date(data.updateTime)
      return { respondedAt: Number.isNaN(at.getTime()) ? clock.now() : at }
    },
    async deleteResponse(access, externalId) {
      const url = replyUrl(access, externalId)
      const answer = await callJson(client, access, url, { method: 'DELETE', expects: [404] })
      if (answer.status !== 404) return
      requireJson(answer)
      // 404 is said of a response that isn't there, too.
      const review = await callJson(client, access, url.replace(/\/reply$/, ''), { expects: [404] })
      requireJson(review)
      if (review.status === 404) return requireReview(access)
    },
  }
}
