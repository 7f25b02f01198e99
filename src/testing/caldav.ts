import http from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  text: string
  version: number
}

const multistatus = (responses: string[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${responses.join('')}</d:multistatus>`
const response = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const etagOf = (files: ReadonlyMap<string, Stored>, name: string) => `"v${files.get(name)!.version}"`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function propfind(path: string, body: string): string {
  if (path === '/pastor/' && !body.includes('calendar-home-set'))
    return multistatus([
      response('/pastor/', '<d:resourcetype><d:collection/></d:resourcetype>'),
      response(
        '/pastor/work/',
        `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>
        <c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>`,
      ),
    ])
  return multistatus([
    response(
      path,
      `<d:current-user-principal><d:href>/pastor/</d:href></d:current-user-principal>
      <c:calendar-home-set><d:href>/pastor/</d:href></c:calendar-home-set>`,
    ),
  ])
}

function report(files: ReadonlyMap<string, Stored>, body: string): string {
  const names = body.includes('calendar-multiget')
    ? [...body.matchAll(/href>\/pastor\/work\/([^<]+)</g)].map(match => match[1]!).filter(name => files.has(name))
    : [...files.keys()]
  const withData = body.includes('calendar-data')
  return multistatus(
    names.map(name =>
      response(
        `/pastor/work/${name}`,
        `<d:getetag>${etagOf(files, name)}</d:getetag>${withData ? `<c:calendar-data>${escaped(files.get(name)!.text)}</c:calendar-data>` : ''}`,
      ),
    ),
  )
}

/** A CalDAV server of one user with one calendar (RFC 4791), as far as a client that syncs asks for. */
export async function aCalDavServer({ user = 'pastor', password = 'app-password' } = {}) {
  const files = new Map<string, Stored>()
  let versions = 0
  const asked: string[] = []
  const put = (name: string, text: string) => files.set(name, { text, version: ++versions })

  function answer(request: http.IncomingMessage, body: string): [status: number, text?: string, headers?: object] {
    const { method = '', url = '', headers } = request
    const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    if (headers.authorization !== expected) return [401]
    if (method === 'PROPFIND') return url.startsWith('/.well-known') ? [404] : [207, propfind(url, body)]
    if (method === 'REPORT') return [207, report(files, body)]
    const name = url.replace('/pastor/work/', '')
    const there = files.has(name)
    const other = headers['if-match'] && (!there || headers['if-match'] !== etagOf(files, name))
    if (other || (headers['if-none-match'] === '*' && there)) return [412]
    if (method === 'PUT') {
      put(name, body)
      return [there ? 204 : 201, '', { etag: etagOf(files, name) }]
    }
    if (method === 'DELETE') return [files.delete(name) ? 204 : 404]
    return [405]
  }

  const server = http.createServer((request, out) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`)
      const [status, text, headers] = answer(request, Buffer.concat(pieces).toString())
      out.writeHead(status, { 'content-type': 'application/xml; charset=utf-8', ...headers }).end(text)
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    files,
    asked,
    /** As the user would with another program. */
    put,
    close: () => new Promise(done => server.close(done)),
  }
}
