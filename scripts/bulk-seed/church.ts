/** The rows of one made-up church: plausible, and the same for the same number on the same day. */
import { generateNKeysBetween } from 'fractional-indexing'
import { dice } from '#people/rules/seeded-random.ts'

const firstNames =
  'Aaron Abigail Adriana Alan Alicia Amara Amos Andrea Anita Anthony Beatriz Benjamin Bethany Brian Caleb Camila Carmen Charles Claire Daniel David Deborah Diego Dorothy Elena Eli Emily Esther Ethan Faith Felix Frances Gabriel George Gloria Grace Hannah Hector Helen Henry Irene Isaac Isabel James Janet Jasmine Joel John Joseph Joy Judith Julia Karen Laura Leah Leo Linda Lucas Lydia Marcus Maria Mark Martha Mary Micah Miriam Naomi Nathan Noah Olivia Oscar Paul Peter Philip Priscilla Rachel Rebecca Robert Rosa Ruth Samuel Sarah Simon Sofia Stephen Susan Thomas Timothy Victor Wendy William'.split(
    ' ',
  )
const lastNames =
  'Adams Alvarez Anderson Baker Barnes Bennett Brooks Campbell Carter Chen Coleman Cooper Cruz Davis Diaz Edwards Evans Fisher Flores Foster Garcia Gibson Gomez Gray Green Griffin Hall Harris Hayes Hernandez Hill Howard Hughes Jackson Jenkins Johnson Jones Kelly Kim King Lee Lewis Long Lopez Martin Martinez Miller Mitchell Moore Morgan Murphy Myers Nelson Nguyen Okafor Ortiz Park Parker Patel Perez Peterson Phillips Powell Price Ramirez Reed Rivera Roberts Robinson Rogers Ross Sanchez Scott Simmons Smith Stewart Taylor Thompson Torres Turner Walker Ward Washington White Williams Wilson Wood Wright Young'.split(
    ' ',
  )
const churchNames = [
  'Grace',
  'Hope',
  'First Baptist',
  'Trinity',
  'St. Mark',
  'New Life',
  'Calvary',
  'Bethel',
  'Good Shepherd',
]
const cities = ['Springfield', 'Fairview', 'Cedar Falls', 'Georgetown', 'Franklin', 'Clinton', 'Salem', 'Madison']
const zones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']
const sources = ['Website', 'Sunday visit', 'Friend', 'Event', 'Facebook']
const stages = ['new', 'contacted', 'qualified', 'proposal', 'closed'] as const
const memberships = ['Guest', 'Regular attender', 'Member', 'Member']
const words = [
  'Good morning! Our service starts at 10:30 this Sunday. We would love to see you.',
  'Thank you for visiting us. Is there anything we can help you with?',
  'A reminder: small groups begin again on Tuesday at seven.',
  'The food pantry needs helpers on Saturday. Reply YES to join.',
]

const DAY = 86_400_000
type Roll = ReturnType<typeof dice>
export type Value = string | number | boolean | null
/** Columns by name, each with the values of all rows. */
export type Columns = Record<string, Value[]>

export interface Church {
  id: string
  ownerId: string
  name: string
  slug: string
  timeZone: string
  ownerEmail: string
  ownerName: string
  /** In the order in which their references allow them to be written. */
  tables: Record<string, Columns>
}

export const slugOf = (nth: number) => `seed-${String(nth).padStart(6, '0')}`

/** UUIDs of version 7 in the order of their times; unique by the church and a running number. */
function ids(nth: number) {
  let made = 0
  return (ms: number): string => {
    const [time, low] = [ms.toString(16).padStart(12, '0'), (made++).toString(16).padStart(6, '0')]
    const church = nth.toString(16).padStart(9, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${church.slice(0, 3)}-8${church.slice(3, 6)}-${church.slice(6)}000${low}`
  }
}
type NewId = ReturnType<typeof ids>

interface Person {
  id: string
  name: string
  email: string
  phone: string | null
  createdAt: number
}

/** Rows as records become columns; all rows of a table have the same fields. */
function toColumns(rows: Record<string, Value>[]): Columns {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(names.map(name => [name, rows.map(row => row[name] ?? null)]))
}
const at = (ms: number) => new Date(ms).toISOString()

function peopleOf(count: number, nth: number, roll: Roll, newId: NewId, today: number) {
  const people: Person[] = []
  const rows: Record<string, Value>[] = []
  for (let i = 0; i < count; i++) {
    const [first, last] = [roll.pick(firstNames), lastNames[Math.floor(i / 3) % lastNames.length]!]
    const createdAt = today - Math.floor(((count - i) * 700 * DAY) / count) - roll.below(DAY)
    // Fictional by reservation: example.org (RFC 2606) and 555-01xx numbers.
    const email = `${first}.${last}.${i}@${slugOf(nth)}.example.org`.toLowerCase()
    const area = 201 + ((nth * 7 + Math.floor(i / 100)) % 780)
    const phone = i % 6 === 5 ? null : `+1${area}55501${String(i % 100).padStart(2, '0')}`
    const person = { id: newId(createdAt), name: `${first} ${last}`, email, phone, createdAt }
    const search = `${first} ${last} ${email} ${phone ?? ''}`.toLowerCase().trim()
    const year = 1940 + roll.below(75)
    people.push(person)
    rows.push({
      id: person.id,
      name: person.name,
      first_name: first,
      last_name: last,
      email,
      phone,
      search,
      birth_date: i % 4 === 0 ? null : `${year}-${two(1 + roll.below(12))}-${two(1 + roll.below(28))}`,
      membership_status: roll.pick(memberships),
      source: roll.pick(sources),
      created_at: at(createdAt),
    })
  }
  return { people, rows }
}
const two = (n: number) => String(n).padStart(2, '0')

const pointsOf = (people: Person[], newId: NewId) =>
  people.flatMap(({ id, email, phone, createdAt }) =>
    [
      { kind: 'email', label: 'home', value: email },
      ...(phone ? [{ kind: 'phone', label: 'mobile', value: phone }] : []),
    ].map(point => ({
      ...point,
      id: newId(createdAt),
      person_id: id,
      value_norm: point.value,
      is_primary: true,
      created_at: at(createdAt),
    })),
  )

/** Families of three share a last name. */
function householdsOf(people: Person[], newId: NewId) {
  const homes: Record<string, Value>[] = []
  const members: Record<string, Value>[] = []
  for (let i = 0; i + 2 < people.length; i += 6) {
    const createdAt = people[i + 2]!.createdAt
    const home = { id: newId(createdAt), name: `${people[i]!.name.split(' ').at(-1)} family` }
    homes.push({ ...home, created_at: at(createdAt) })
    for (let n = 0; n < 3; n++)
      members.push({
        id: newId(createdAt),
        household_id: home.id,
        person_id: people[i + n]!.id,
        role: n < 2 ? 'adult' : 'child',
        is_primary: n === 0,
        created_at: at(createdAt),
      })
  }
  return { homes, members }
}

const consentsOf = (people: Person[], roll: Roll, newId: NewId) =>
  people.flatMap(({ id, name, email, phone, createdAt }) =>
    [
      { channel: 'email', value: email, chance: 0.8 },
      ...(phone ? [{ channel: 'sms', value: phone, chance: 0.6 }] : []),
    ].flatMap(({ channel, value, chance }) =>
      roll.next() < chance
        ? [
            {
              id: newId(createdAt),
              value,
              channel,
              state: 'granted',
              name,
              source: 'form',
              person_id: id,
              evidence: '{"wording":"Yes, I would like to hear from the church."}',
              created_at: at(createdAt),
            },
          ]
        : [],
    ),
  )

function leadsOf(people: Person[], ownerId: string, roll: Roll, newId: NewId) {
  const some = people.filter((_, i) => i % 4 === 0)
  const ranks = generateNKeysBetween(null, null, some.length)
  return some.map(({ id, createdAt }, i) => {
    const status = stages[roll.below(stages.length)]!
    const closed = status === 'closed'
    return {
      id: newId(createdAt),
      person_id: id,
      status,
      rank: ranks[i]!,
      source: roll.pick(sources),
      assigned_to: ownerId,
      outcome: closed ? roll.pick(['won', 'lost']) : null,
      closed_at: closed ? at(createdAt + 9 * DAY) : null,
      stage_entered_at: at(createdAt + 2 * DAY),
      created_at: at(createdAt),
    }
  })
}

function appointmentsOf(people: Person[], timeZone: string, roll: Roll, newId: NewId, today: number) {
  const some = people.filter((_, i) => i % 5 === 1)
  const rows = some.map((_, i) => {
    const startsAt = today + (roll.below(400) - 370) * DAY + (14 + roll.below(8)) * 3_600_000
    const past = startsAt < today
    const [id, title] = [newId(startsAt), roll.pick(['Coffee with a pastor', 'Welcome call', 'Membership talk'])]
    return {
      id,
      kind: i % 3 === 1 ? 'call' : 'meeting',
      title,
      uid: `${id}@lampstand`,
      origin: 'staff',
      starts_at: at(startsAt),
      ends_at: at(startsAt + 1_800_000),
      time_zone: timeZone,
      status: past ? (roll.below(8) === 0 ? 'no_show' : 'completed') : 'confirmed',
      created_at: at(Math.min(startsAt - 5 * DAY, today)),
    }
  })
  const details = rows.map(row => ({ id: newId(today), appointment_id: row.id, title: row.title }))
  const attendees = rows.map((row, i) => ({
    id: newId(today),
    appointment_id: row.id,
    person_id: some[i]!.id,
    name: some[i]!.name,
    email: some[i]!.email,
    phone: some[i]!.phone,
  }))
  return { rows, details, attendees }
}

const messagesOf = (people: Person[], roll: Roll, newId: NewId, today: number) =>
  people.flatMap(({ id, name, email, phone, createdAt }, i) =>
    [email, phone, i % 2 === 0 ? phone : email].flatMap((recipient, n) => {
      if (!recipient) return []
      const sentAt = createdAt + roll.below(Math.max(1, today - createdAt))
      return [
        {
          id: newId(sentAt),
          channel: recipient === email ? 'email' : 'sms',
          recipient,
          recipient_name: name,
          subject: recipient === email ? 'News from your church' : '',
          body_text: roll.pick(words),
          kind: 'message',
          purpose: 'conversational',
          state: 'delivered',
          dedupe_key: `seed ${i} ${n}`,
          person_id: id,
          sent_at: at(sentAt),
          created_at: at(sentAt),
        },
      ]
    }),
  )

/**
 * The rows of church number `nth` with so many people.
 * @param today midnight from which its past is counted, in epoch milliseconds
 */
export function churchOf(nth: number, people: number, today: number): Church {
  const [roll, newId] = [dice(1_000_003 * nth + 17), ids(nth)]
  const opened = today - 720 * DAY
  const [id, ownerId] = [newId(opened), newId(opened)]
  const timeZone = roll.pick(zones)
  const ownerName = `${roll.pick(firstNames)} ${roll.pick(lastNames)}`
  const them = peopleOf(people, nth, roll, newId, today)
  const { homes, members } = householdsOf(them.people, newId)
  const { rows, details, attendees } = appointmentsOf(them.people, timeZone, roll, newId, today)
  const tables = {
    people: them.rows,
    contact_points: pointsOf(them.people, newId),
    households: homes,
    household_members: members,
    consents: consentsOf(them.people, roll, newId),
    leads: leadsOf(them.people, ownerId, roll, newId),
    appointments: rows,
    appointment_details: details,
    appointment_attendees: attendees,
    messages: messagesOf(them.people, roll, newId, today),
  }
  return {
    id,
    ownerId,
    timeZone,
    ownerName,
    slug: slugOf(nth),
    ownerEmail: `owner@${slugOf(nth)}.example.org`,
    name: `${roll.pick(churchNames)} Church of ${roll.pick(cities)}`,
    tables: Object.fromEntries(Object.entries(tables).map(([table, all]) => [table, toColumns(all)])),
  }
}
