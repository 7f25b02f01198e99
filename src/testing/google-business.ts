import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

interface Said {
  status?: number
  data?: unknown
  /** Instead of JSON. */
  html?: string
}
interface StoredReview {
  reviewId: string
  starRating: string
  comment?: string
  reviewer: { displayName?: string; isAnonymous?: boolean }
  createTime: string
  updateTime: string
  reviewReply?: { comment: string; updateTime: string }
}

const SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** Speaks OAuth and the Business Profile APIs as Google documents them. */
class GoogleServer {
  asked: { call: string; query: URLSearchParams; body: any; authorization: string | undefined }[] = []
  /** By entry, such as `accounts/1/locations/2`. */
  reviews: Record<string, StoredReview[]> = {}
  pageSize = 2
  scope = SCOPE
  /** Said instead of an answer of the API, while it is set. */
  says: Said | undefined
  /** Access tokens that are still taken. */
  tokens = new Set<string>()
  revoked: string[] = []
  addresses = { authorize: '', tokenUrl: '', revokeUrl: '', accounts: '', locations: '', reviews: '' }
  #codes = new Map<string, { challenge: string; redirectUri: string }>()
  #made = 0

  /** The member allows it: what Google adds to the address that they come back to. */
  allow(url: string): { code: string; state: string } {
    const asked = new URL(url).searchParams
    const code = `code-${++this.#made}`
    this.#codes.set(code, { challenge: asked.get('code_challenge')!, redirectUri: asked.get('redirect_uri')! })
    return { code, state: asked.get('state')! }
  }

  #token(form: Record<string, string>): Said {
    const refused = { status: 400, data: { error: 'invalid_grant' } }
    if (form.client_id !== 'google-client' || form.client_secret !== 'google-secret') return refused
    const access = {
      access_token: `access-${++this.#made}`,
      expires_in: 3_599,
      token_type: 'Bearer',
      scope: this.scope,
    }
    if (form.grant_type === 'refresh_token') {
      if (this.revoked.includes(form.refresh_token!)) return refused
      this.tokens.add(access.access_token)
      return { data: access }
    }
    const code = this.#codes.get(form.code!)
    this.#codes.delete(form.code!)
    const challenge = createHash('sha256').update(form.code_verifier!).digest('base64url')
    if (code?.challenge !== challenge || code.redirectUri !== form.redirect_uri) return refused
    return { data: { ...access, refresh_token: `refresh-${++this.#made}` } }
  }

  #locationPage(query: URLSearchParams): Said {
    const locations = Object.keys(this.reviews).map(entry => ({
      name: entry.replace('accounts/1/', ''),
      title: 'Grace Church',
      storefrontAddress: { addressLines: ['1 Main Street'], locality: 'Austin' },
      metadata: { mapsUri: 'https://maps.example/grace', newReviewUri: 'https://maps.example/grace/review' },
    }))
    const at = Number(query.get('pageToken') ?? 0)
    const more = at + 1 < locations.length ? { nextPageToken: String(at + 1) } : {}
    return { data: { locations: locations.slice(at, at + 1), ...more } }
  }

  #api(method: string, path: string, query: URLSearchParams, body: any): Said {
    if (path === '/v1/accounts') return { data: { accounts: [{ name: 'accounts/1', accountName: 'Grace' }] } }
    if (path === '/v1/accounts/1/locations') return this.#locationPage(query)
    const [, entry, id, isReply] =
      /^\/v4\/(accounts\/\d+\/locations\/\d+)\/reviews(?:\/([^/]+))?(\/reply)?$/.exec(path) ?? []
    const missing = { status: 404, data: { error: { code: 404, status: 'NOT_FOUND', message: 'Not found.' } } }
    const list = this.reviews[entry ?? '']
    if (!list) return missing
    if (!id) return this.#reviewPage(list, query)
    const review = list.find(one => one.reviewId === id)
    if (!review) return missing
    if (!isReply) return { data: review }
    if (method === 'DELETE') {
      if (!review.reviewReply) return missing
      delete review.reviewReply
      return { data: {} }
    }
    if (/https?:/.test(body.comment))
      return { status: 400, data: { error: { code: 400, message: 'The reply contains a link.' } } }
    review.reviewReply = { comment: body.comment, updateTime: '2026-11-20T10:00:00Z' }
    return { data: review.reviewReply }
  }

  #reviewPage(list: StoredReview[], query: URLSearchParams): Said {
    const newest = [...list].sort((a, b) => b.updateTime.localeCompare(a.updateTime))
    const from = Number(query.get('pageToken') ?? 0)
    const shown = newest.slice(from, from + this.pageSize)
    if (shown.length === 0) return { data: {} }
    const more = from + this.pageSize < newest.length ? { nextPageToken: String(from + this.pageSize) } : {}
    return { data: { reviews: shown, totalReviewCount: list.length, ...more } }
  }

  answer(
    method: string,
    path: string,
    one: { query: URLSearchParams; body: any; authorization?: string | undefined },
  ): Said {
    const { query, body, authorization } = one
    this.asked.push({ call: `${method} ${path}`, query, body, authorization })
    if (path === '/token') return this.#token(body)
    if (path === '/revoke') {
      this.revoked.push(body.token)
      return {}
    }
    if (!this.tokens.has(String(authorization).replace('Bearer ', '')))
      return { status: 401, data: { error: { code: 401, status: 'UNAUTHENTICATED' } } }
    return this.says ?? this.#api(method, path, query, body)
  }
}

export async function aGoogleServer() {
  const google = new GoogleServer()
  const server = http.createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const { pathname, searchParams: query } = new URL(request.url!, 'http://x')
    const isForm = request.headers['content-type']?.includes('form')
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text ? JSON.parse(text) : undefined
    const { authorization } = request.headers
    const { status = 200, data = {}, html } = google.answer(request.method!, pathname, { query, body, authorization })
    response.writeHead(status, { 'content-type': html === undefined ? 'application/json' : 'text/html' })
    response.end(html ?? JSON.stringify(data))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  google.addresses = {
    authorize: `${base}/auth`,
    tokenUrl: `${base}/token`,
    revokeUrl: `${base}/revoke`,
    accounts: `${base}/v1`,
    locations: `${base}/v1`,
    reviews: `${base}/v4`,
  }
  return Object.assign(google, { close: () => new Promise(done => server.close(done)) })
}
