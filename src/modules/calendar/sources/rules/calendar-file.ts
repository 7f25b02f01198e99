import ICAL from 'ical.js'

export class NoCalendar extends Error {}

export interface Event {
  component: ICAL.Component
  /** Properties that can't be read, in lower case. */
  broken: string[]
}
export interface CalendarFile {
  calendars: ICAL.Component[]
  events: Event[]
}

const noFile = () => new NoCalendar('This is not a calendar file.')
type Jcal = ConstructorParameters<typeof ICAL.Component>[0]

function parsed(text: string): ICAL.Component[] {
  const found = ICAL.parse(text) as unknown[]
  const all = (Array.isArray(found[0]) ? found : [found]) as Jcal[]
  return all.map(one => new ICAL.Component(one)).filter(one => one.name === 'vcalendar')
}

/** Calendars of a file. One event that is not well-formed doesn't take the others with it. @throws NoCalendar */
export function calendarFile(text: string): CalendarFile {
  try {
    const calendars = parsed(text)
    if (calendars.length === 0) throw noFile()
    const events = calendars.flatMap(one => one.getAllSubcomponents('vevent'))
    return { calendars, events: events.map(component => ({ component, broken: [] })) }
  } catch {
    return piecemeal(text)
  }
}

const unfolded = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
const eventsIn = /^BEGIN:VEVENT\n[\s\S]*?^END:VEVENT$/gim

function piecemeal(text: string): CalendarFile {
  const plain = unfolded(text).trim()
  if (!/^BEGIN:VCALENDAR$/im.test(plain) || !/^END:VCALENDAR$/im.test(plain)) throw noFile()
  const frame = plain.replace(eventsIn, '').replace(/\n{2,}/g, '\n')
  let calendars: ICAL.Component[]
  try {
    calendars = parsed(frame)
  } catch {
    throw noFile()
  }
  if (calendars.length === 0) throw noFile()
  return { calendars, events: (plain.match(eventsIn) ?? []).map(eventOf) }
}

const wrapped = (lines: readonly string[]) =>
  parsed(`BEGIN:VCALENDAR\n${lines.join('\n')}\nEND:VCALENDAR`)[0]!.getFirstSubcomponent('vevent')!

function eventOf(text: string): Event {
  try {
    return { component: wrapped([text]), broken: [] }
  } catch {
    const broken: string[] = []
    const own = text.replace(/^BEGIN:VALARM\n[\s\S]*?^END:VALARM\n/gim, '').split('\n')
    const fine = own.filter((line, i) => {
      if (i === 0 || i === own.length - 1) return true
      try {
        return Boolean(wrapped(['BEGIN:VEVENT', line, 'END:VEVENT']))
      } catch {
        broken.push((/^[\w-]+/.exec(line)?.[0] ?? '').toLowerCase())
        return false
      }
    })
    return { component: wrapped(fine), broken }
  }
}
