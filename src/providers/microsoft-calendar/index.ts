import { DateTime } from 'luxon'
import { clock, days } from '#kernel/clock.ts'
import type { CalendarProvider, RemoteEvent, Span, Window, WrittenEvent } from '#providers/calendars/index.ts'
import { callJson } from '#providers/oauth-client/index.ts'
import { CursorGone, ServiceRefused } from '#providers/outbound/index.ts'

/** Where Microsoft answers; tests have a server of their own. */
const microsoft = {
  api: 'https://graph.microsoft.com/v1.0',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
}
/** A delta link covers the window of its first reading, so that everything is read anew from time to time. */
const FRESH = days(7)

const headers = { prefer: 'outlook.timezone="UTC", IdType="ImmutableId"' }

const inUtc = (at: Date) => ({ dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' })
const bodyOf = ({ title, location, startsAt, endsAt }: WrittenEvent) => ({
  subject: title,
  start: inUtc(startsAt),
  end: inUtc(endsAt),
  location: { displayName: location },
})
const versionOf = (data: any) => ({ id: String(data.id), etag: String(data['@odata.etag'] ?? '') })

function momentOf(at: any, isAllDay: boolean, zone: string): number {
  const text = String(at?.dateTime ?? '').slice(0, 19)
  return isAllDay ? DateTime.fromISO(text.slice(0, 10), { zone }).toMillis() : Date.parse(`${text}Z`)
}

/** Occurrences of a series leave out what they share with it. */
function remote(item: any, series: ReadonlyMap<string, any>, { timeZone }: Window): RemoteEvent {
  const whole = { ...series.get(item.seriesMasterId), ...item }
  const isAllDay = Boolean(whole.isAllDay)
  const span: Span = [momentOf(item.start, isAllDay, timeZone), momentOf(item.end, isAllDay, timeZone)]
  const isFree = ['free', 'workingElsewhere'].includes(whole.showAs) || whole.responseStatus?.response === 'declined'
  const isTime = !whole.isCancelled && item.type !== 'seriesMaster' && Number.isFinite(span[0]) && span[1] > span[0]
  return {
    ...versionOf(item),
    uid: String(whole.iCalUId ?? ''),
    first: isTime ? span : null,
    spans: isTime && !isFree ? [span] : [],
  }
}

const clientOf = ({ tokenUrl }: typeof microsoft) => ({
  name: 'Microsoft',
  tokenUrl,
  scope: 'offline_access Calendars.ReadWrite',
})
const calendarOf = (api: string, id: string) => `${api}/me/calendars/${encodeURIComponent(id)}`
const eventOf = (api: string, id: string) => `${api}/me/events/${encodeURIComponent(id)}`

/** Outlook calendars by Microsoft Graph v1.0. */
export const microsoftCalendar = (at = microsoft): CalendarProvider => ({ ...reading(at), ...writing(at) })

function reading(at: typeof microsoft): Pick<CalendarProvider, 'calendars' | 'changes'> {
  const [client, { api }] = [clientOf(at), at]
  return {
    async calendars(access) {
      const { data } = await callJson(client, access, `${api}/me/calendars?$top=100`)
      return (data.value ?? []).map((one: any) => ({
        id: String(one.id),
        name: String(one.name ?? 'Calendar'),
        canWrite: one.canEdit === true,
      }))
    },
    async changes(access, calendarId, cursor, window) {
      const [since, link] = cursor.split(' ')
      if (link && clock.ms() - Number(since) > FRESH) throw new CursorGone('read it anew')
      const query = new URLSearchParams({
        startDateTime: window.from.toISOString(),
        endDateTime: window.to.toISOString(),
      })
      const items: any[] = []
      let next: string | undefined = link || `${calendarOf(api, calendarId)}/calendarView/delta?${query}`
      let delta = ''
      while (next && items.length < 50_000) {
        // Links of answers are followed with the token: only to Microsoft.
        if (!next.startsWith(`${api}/`))
          throw new ServiceRefused('Microsoft answered with a link that leads elsewhere.')
        const { data }: { data: any } = await callJson(client, access, next, { headers })
        items.push(...(data.value ?? []))
        next = data['@odata.nextLink']
        delta = data['@odata.deltaLink'] ?? delta
      }
      const series = new Map(items.filter(item => item.type === 'seriesMaster').map(item => [item.id, item]))
      return {
        events: items.filter(item => !item['@removed']).map(item => remote(item, series, window)),
        removed: items.filter(item => item['@removed']).map(item => String(item.id)),
        cursor: delta ? `${link ? since : clock.ms()} ${delta}` : '',
        isWhole: !link,
      }
    },
  }
}

function writing(at: typeof microsoft): Pick<CalendarProvider, 'create' | 'update' | 'remove'> {
  const [client, { api }] = [clientOf(at), at]
  return {
    async create(access, calendarId, event) {
      // Of two requests with one transaction id Microsoft keeps one event.
      const body = { ...bodyOf(event), transactionId: event.key }
      return versionOf(
        (await callJson(client, access, `${calendarOf(api, calendarId)}/events`, { method: 'POST', body, headers }))
          .data,
      )
    },
    async update(access, _calendarId, { id, etag }, event) {
      const asked = { method: 'PATCH', body: bodyOf(event), headers: { ...headers, 'if-match': etag } }
      return versionOf((await callJson(client, access, eventOf(api, id), asked)).data)
    },
    async remove(access, _calendarId, { id, etag }) {
      await callJson(client, access, eventOf(api, id), {
        method: 'DELETE',
        headers: { ...headers, 'if-match': etag },
        expects: [404, 410],
      })
    },
  }
}
