import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { CalendarProvider, RemoteEvent, Span, Window, WrittenEvent } from '#providers/calendars/index.ts'
import { callJson } from '#providers/oauth-client/index.ts'
import { CursorGone } from '#providers/outbound/index.ts'

/** Where Google answers; tests have a server of their own. */
const google = {
  api: 'https://www.googleapis.com/calendar/v3',
  tokenUrl: 'https://oauth2.googleapis.com/token',
}
/** A sync token covers the window of its first reading, so that everything is read anew from time to time. */
const FRESH = days(7)

const bodyOf = ({ title, location, startsAt, endsAt, uid }: WrittenEvent) => ({
  summary: title,
  location,
  status: 'confirmed',
  start: { dateTime: startsAt.toISOString() },
  end: { dateTime: endsAt.toISOString() },
  extendedProperties: { private: { lampstand: uid } },
})
/** Event ids of Google are base32hex, and hexadecimal digits are among its letters. */
const idOf = ({ key }: WrittenEvent) => key.replaceAll('-', '')

const momentOf = (at: any, zone: string): number =>
  at?.date ? DateTime.fromISO(at.date, { zone }).toMillis() : Date.parse(at?.dateTime ?? '')

function remote(item: any, { timeZone }: Window): RemoteEvent {
  const span: Span = [momentOf(item.start, timeZone), momentOf(item.end, timeZone)]
  const isFree =
    item.transparency === 'transparent' ||
    item.eventType === 'workingLocation' ||
    item.attendees?.some((one: any) => one.self && one.responseStatus === 'declined')
  const isTime = Number.isFinite(span[0]) && span[1] > span[0]
  return {
    id: String(item.id),
    etag: String(item.etag ?? ''),
    uid: String(item.extendedProperties?.private?.lampstand ?? item.iCalUID ?? ''),
    first: isTime ? span : null,
    spans: isTime && !isFree ? [span] : [],
  }
}

const clientOf = ({ tokenUrl }: typeof google) => ({ name: 'Google', tokenUrl })
const eventsOf =
  ({ api }: typeof google) =>
  (calendarId: string, id?: string) =>
    `${api}/calendars/${encodeURIComponent(calendarId)}/events${id ? `/${encodeURIComponent(id)}` : ''}`

/** Google Calendar API v3. */
export const googleCalendar = (at = google): CalendarProvider => ({ ...reading(at), ...writing(at) })

function reading(at: typeof google): Pick<CalendarProvider, 'calendars' | 'changes'> {
  const [client, eventsAt] = [clientOf(at), eventsOf(at)]
  return {
    async calendars(access) {
      const { data } = await callJson(client, access, `${at.api}/users/me/calendarList?maxResults=250`)
      return (data.items ?? []).map((one: any) => ({
        id: String(one.id),
        name: String(one.summary ?? one.id),
        canWrite: one.accessRole === 'owner' || one.accessRole === 'writer',
      }))
    },
    async changes(access, calendarId, cursor, window) {
      const [since, token] = cursor.split(' ')
      if (token && clock.ms() - Number(since) > FRESH) throw new CursorGone('read it anew')
      const asked: Record<string, string> = token
        ? { syncToken: token }
        : { timeMin: window.from.toISOString(), timeMax: window.to.toISOString() }
      const items: any[] = []
      let page: string | undefined
      let next = ''
      do {
        const query = new URLSearchParams({
          ...asked,
          singleEvents: 'true',
          maxResults: '2500',
          ...(page && { pageToken: page }),
        })
        const { data } = await callJson(client, access, `${eventsAt(calendarId)}?${query}`)
        items.push(...(data.items ?? []))
        page = data.nextPageToken
        next = data.nextSyncToken ?? next
      } while (page && items.length < 50_000)
      return {
        events: items.filter(item => item.status !== 'cancelled').map(item => remote(item, window)),
        removed: items.filter(item => item.status === 'cancelled').map(item => String(item.id)),
        cursor: next ? `${token ? since : clock.ms()} ${next}` : '',
        isWhole: !token,
      }
    },
  }
}

function writing(at: typeof google): Pick<CalendarProvider, 'create' | 'update' | 'remove'> {
  const [client, eventsAt] = [clientOf(at), eventsOf(at)]
  return {
    async create(access, calendarId, event) {
      const body = { ...bodyOf(event), id: idOf(event) }
      const { status, data } = await callJson(client, access, eventsAt(calendarId), {
        method: 'POST',
        body,
        expects: [409],
      })
      if (status !== 409) return { id: String(data.id), etag: String(data.etag) }
      const again = await callJson(client, access, eventsAt(calendarId, idOf(event)), {
        method: 'PATCH',
        body: bodyOf(event),
      })
      return { id: String(again.data.id), etag: String(again.data.etag) }
    },
    async update(access, calendarId, { id, etag }, event) {
      const { data } = await callJson(client, access, eventsAt(calendarId, id), {
        method: 'PATCH',
        body: bodyOf(event),
        headers: { 'if-match': etag },
      })
      return { id, etag: String(data.etag) }
    },
    async remove(access, calendarId, { id, etag }) {
      const expects = [404, 410]
      await callJson(client, access, eventsAt(calendarId, id), {
        method: 'DELETE',
        headers: { 'if-match': etag },
        expects,
      })
    },
  }
}
