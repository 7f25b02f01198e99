import {
  createAccount,
  createCalendarObject,
  type DAVCalendar,
  deleteCalendarObject,
  fetchCalendarObjects,
  fetchCalendars,
  getBasicAuthHeaders,
  updateCalendarObject,
} from 'tsdav'
import type { Access, CalendarProvider, WrittenEvent } from '#providers/calendars/index.ts'
import { ChangedThere, request, ServiceRefused } from '#providers/outbound/index.ts'

const NONE = 'There is no CalDAV account at this address. Please check the address of the server.'

/** All events of a year, with their text. */
const MOST_BYTES = 20_000_000

/** What tsdav asks with: only to the public internet, with a limit of size, and with sentences for refusals. */
const guardedFetch: typeof fetch = async (input, init = {}) => {
  const url = String(input instanceof Request ? input.url : input)
  const headers = Object.fromEntries(new Headers(init.headers as HeadersInit).entries())
  const {
    status,
    body,
    headers: received,
  } = await request(url, {
    method: init.method ?? 'GET',
    headers,
    mostBytes: MOST_BYTES,
    ...(typeof init.body === 'string' && { body: init.body }),
    redirects: init.redirect === 'manual' ? 0 : 3,
  })
  if (status === 401 || status === 403)
    throw new ServiceRefused('The server refused the user name or the password. Most services ask for an app password.')
  return new Response([204, 304].includes(status) ? null : body, { status, headers: received })
}

const headersOf = ({ username, password }: Access) =>
  getBasicAuthHeaders({ username: username ?? '', password: password ?? '' }) as Record<string, string>

/** A calendar's own address is what it is known by. */
const calendarAt = (url: string): DAVCalendar => ({ url })

function accepted(response: Response): Response {
  if (response.status === 412) throw new ChangedThere('changed there')
  if (!response.ok) throw new ServiceRefused(`The calendar server answered with status ${response.status}.`)
  return response
}

/** Servers may leave the ETag out of the answer to a PUT: then the event is asked for it. */
async function versionOf(access: Access, calendarId: string, id: string, response?: Response) {
  const etag = response?.headers.get('etag')
  if (etag) return { id, etag }
  const [found] = await fetchCalendarObjects({
    calendar: calendarAt(calendarId),
    objectUrls: [id],
    headers: headersOf(access),
    fetch: guardedFetch,
  })
  if (!found) throw new ServiceRefused('The calendar server did not keep the event.')
  return { id, etag: found.etag ?? '' }
}

const fileOf = ({ key }: WrittenEvent) => `${key}.ics`

/** Calendars by RFC 4791: iCloud, Fastmail, Nextcloud, Radicale and others. */
export const caldav = (): CalendarProvider => ({ ...reading, ...writing })

const reading: Pick<CalendarProvider, 'calendars' | 'changes'> = {
  async calendars(access) {
    const headers = headersOf(access)
    const account = await createAccount({
      account: {
        serverUrl: access.url ?? '',
        accountType: 'caldav',
        credentials: { username: access.username ?? '', password: access.password ?? '' },
      },
      headers,
      fetch: guardedFetch,
      loadCollections: false,
      loadObjects: false,
    }).catch(error => {
      throw /^cannot/.test(String(error?.message)) ? new ServiceRefused(NONE) : error
    })
    const found = await fetchCalendars({ account, headers, fetch: guardedFetch })
    return found
      .filter(one => !one.components || one.components.includes('VEVENT'))
      .map(one => ({
        id: one.url,
        name: typeof one.displayName === 'string' && one.displayName ? one.displayName : 'Calendar',
        canWrite: true,
      }))
  },
  // Everything of the window each time: sync tokens of CalDAV know no window, and many servers don't have them.
  async changes(access, calendarId, _cursor, { from, to }) {
    const found = await fetchCalendarObjects({
      calendar: calendarAt(calendarId),
      headers: headersOf(access),
      fetch: guardedFetch,
      timeRange: { start: from.toISOString(), end: to.toISOString() },
      // Not every server calls its events .ics.
      urlFilter: url => url !== calendarId,
    })
    return {
      events: found.flatMap(({ url, etag, data }) =>
        typeof data === 'string' ? [{ id: url, etag: etag ?? '', ics: data }] : [],
      ),
      removed: [],
      cursor: '',
      isWhole: true,
    }
  },
}

const writing: Pick<CalendarProvider, 'create' | 'update' | 'remove'> = {
  async create(access, calendarId, event) {
    const id = new URL(fileOf(event), calendarId).href
    const response = await createCalendarObject({
      calendar: calendarAt(calendarId),
      iCalString: event.ics,
      filename: fileOf(event),
      headers: headersOf(access),
      fetch: guardedFetch,
    })
    // There from a writing whose answer was lost, maybe as it was then.
    if (response.status === 412)
      return writing.update(access, calendarId, await versionOf(access, calendarId, id), event)
    return versionOf(access, calendarId, id, accepted(response))
  },
  async update(access, calendarId, { id, etag }, event) {
    const response = await updateCalendarObject({
      calendarObject: { url: id, etag, data: event.ics },
      headers: headersOf(access),
      fetch: guardedFetch,
    })
    return versionOf(access, calendarId, id, accepted(response))
  },
  async remove(access, _calendarId, { id, etag }) {
    const response = await deleteCalendarObject({
      calendarObject: { url: id, etag },
      headers: headersOf(access),
      fetch: guardedFetch,
    })
    if (response.status !== 404 && response.status !== 410) accepted(response)
  },
}
