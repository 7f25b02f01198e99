import { clock, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { seedFields } from './fields/seed.ts'
import { wakingClock } from './rules/church-hours.ts'
import { hasNumber } from './rules/main-people.ts'
import { dice } from './rules/seeded-random.ts'
import { seedSegments } from './segments/seed.ts'
import { derived, normalise } from './service.ts'
import {
  addresses,
  contactPoints,
  groupMembers,
  groups,
  householdMembers,
  households,
  people,
  personTags,
  tags,
  timeline,
} from './tables.ts'
import { seedWork } from './tasks/seed.ts'

const firstNames =
  'Aaron Abigail Adriana Alan Alicia Amara Amos Andrea Anita Anthony Beatriz Benjamin Bethany Brian Caleb Camila Carla Carmen Caroline Charles Claire Daniel David Deborah Denise Diego Dorothy Edward Elena Eli Emily Esther Ethan Eunice Faith Felix Frances Gabriel George Gloria Grace Hannah Harold Hector Helen Henry Irene Isaac Isabel Jacob James Janet Jasmine Jeremy Joel John Joseph Joy Judith Julia Karen Kenneth Laura Leah Leo Linda Lucas Lydia Marcus Margaret Maria Martin Mary Matthew Mercy Micah Michael Miriam Naomi Nathan Nicole Noah Olivia Oscar Pamela Patricia Paul Peter Philip Priscilla Rachel Raymond Rebecca Robert Rosa Ruth Samuel Sandra Sarah Simon Sofia Stephen Susan Teresa Thomas Timothy Veronica Victor Walter Wendy William Yolanda'.split(
    ' ',
  )
const lastNames =
  'Adams Alvarez Anderson Baker Barnes Bennett Brooks Campbell Carter Chen Coleman Cooper Cruz Davis Diaz Edwards Evans Fisher Flores Foster Garcia Gibson Gomez Gray Green Griffin Hall Harris Hayes Henderson Hernandez Hill Howard Hughes Jackson James Jenkins Johnson Jones Kelly Kim King Lee Lewis Long Lopez Martin Martinez Mason Miller Mitchell Moore Morales Morgan Murphy Myers Nelson Nguyen Okafor Ortiz Park Parker Patel Perez Perry Peterson Phillips Powell Price Ramirez Reed Reyes Reynolds Richardson Rivera Roberts Robinson Rodriguez Rogers Ross Russell Sanchez Sanders Scott Simmons Smith Stewart Sullivan Taylor Thomas Thompson Torres Turner Walker Ward Washington Watson White Williams Wilson Wood Wright Young'.split(
    ' ',
  )
const streets = [
  'Maple Street',
  'Oak Avenue',
  'Church Road',
  'Cedar Lane',
  'Riverside Drive',
  'Hillcrest Court',
  'Elm Street',
  'Park Boulevard',
]
const memberships = ['Guest', 'Regular attender', 'Member', 'Member', 'Guest', 'Regular attender'] as const

const BATCH = 500

/** People of the demo church with addresses, numbers, households, tags and groups; returns their ids, oldest first. */
export async function seedPeople(
  ctx: Ctx,
  { count, userIds }: { count: number; userIds: string[] },
): Promise<string[]> {
  const roll = dice(7)
  const ago = wakingClock(clock.now(), ctx.client.timeZone)
  const ids: string[] = []
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) =>
      aPerson(ctx, from + i, { count, roll, ago }),
    )
    const made = await ctx.db
      .insert(people)
      .values(rows.map(row => row.person))
      .returning({ id: people.id })
    const points = rows.flatMap((row, i) =>
      row.points.map(point => ({ ...point, personId: made[i]!.id, isPrimary: true })),
    )
    await ctx.db.insert(contactPoints).values(points)
    await ctx.db.insert(addresses).values(rows.map((row, i) => ({ ...row.address, personId: made[i]!.id })))
    await ctx.db.insert(timeline).values(
      rows.map((row, i) => ({
        personId: made[i]!.id,
        at: row.person.createdAt,
        type: 'person.created',
        sourceKey: 'created',
      })),
    )
    ids.push(...made.map(row => row.id))
  }
  await seedLabels(ctx, ids, roll)
  await seedSegments(ctx)
  await seedFields(ctx, ids)
  await seedHouseholds(ctx, ids)
  await seedWork(ctx, ids, userIds)
  return ids
}

type Dice = ReturnType<typeof dice>
interface Making {
  count: number
  roll: Dice
  ago: (ms: number) => Date
}

/** The first sixty live in families of three, who share a name. */
const familyOf = (i: number) => (i < 60 && i % 4 < 3 ? i - (i % 4) : i)
const lastNameOf = (i: number) =>
  lastNames[(familyOf(i) * 53 + Math.floor(familyOf(i) / lastNames.length)) % lastNames.length]!

/** Guests who filled in a card a second time, with the number they had given before: possible duplicates to look at. */
const again = new Set([112, 128, 140])

function namesOf(i: number) {
  const first = again.has(i) ? i - 100 : i
  const firstName = firstNames[(first * 37) % firstNames.length]!
  return { firstName: i === 140 ? `${firstName.charAt(0)}.` : firstName, lastName: lastNameOf(first) }
}

function aPerson(ctx: Ctx, i: number, { count, roll, ago }: Making) {
  const { firstName, lastName } = namesOf(i)
  // Fictional by reservation: example.org (RFC 2606) and 555-01xx numbers.
  const email = `${firstName.replace('.', '')}.${lastName}${i >= 100 ? i : ''}@example.org`.toLowerCase()
  const phone = `(512) 555-01${String(i % 100).padStart(2, '0')}`
  const points = [normalise({ kind: 'email', label: 'home', value: email }, 'US')]
  if (hasNumber(i)) points.push(normalise({ kind: 'phone', label: 'mobile', value: phone }, 'US'))
  const names = { firstName, lastName }
  const year = 1945 + roll.below(60)
  const createdAt = ago(hours(24 * (1 + ((count - i) * 400) / count)))
  return {
    points,
    address: {
      label: 'home',
      street: `${100 + roll.below(900)} ${roll.pick(streets)}`,
      city: 'Cedar Falls',
      region: 'TX',
      postalCode: `787${String(roll.below(100)).padStart(2, '0')}`,
      country: 'US',
    },
    person: {
      ...names,
      ...derived(names, points),
      birthDate:
        i % 4 === 0
          ? null
          : `${year}-${String(1 + roll.below(12)).padStart(2, '0')}-${String(1 + roll.below(28)).padStart(2, '0')}`,
      membershipStatus: roll.pick(memberships),
      campus: i % 3 === 0 ? 'North campus' : 'Main campus',
      createdAt,
      clientId: ctx.client.id,
    },
  }
}

async function seedLabels(ctx: Ctx, ids: string[], roll: Dice): Promise<void> {
  const named = ['First-time guest', 'Volunteer', 'Parent', 'Small group leader', 'New believer'].map(name => ({
    name,
  }))
  const madeTags = await ctx.db.insert(tags).values(named).returning({ id: tags.id })
  const lists = [
    { name: 'Choir', description: 'Sundays, rehearsal on Thursdays at seven' },
    { name: 'Tuesday small group', description: 'At the Bakers’ home' },
    { name: 'Welcome team', description: 'Doors, coffee and connect cards' },
    { name: 'Youth parents', description: 'Parents of the Friday youth group' },
  ]
  const madeGroups = await ctx.db.insert(groups).values(lists).returning({ id: groups.id })
  await ctx.db
    .insert(personTags)
    .values(ids.filter((_, i) => i % 2 === 0).map(personId => ({ personId, tagId: roll.pick(madeTags).id })))
  await ctx.db
    .insert(groupMembers)
    .values(ids.filter((_, i) => i % 5 === 0).map(personId => ({ personId, groupId: roll.pick(madeGroups).id })))
}

async function seedHouseholds(ctx: Ctx, ids: string[]): Promise<void> {
  for (let i = 0; i + 3 < ids.length && i < 60; i += 4) {
    const [home] = await ctx.db
      .insert(households)
      .values({ name: `${lastNameOf(i)} family` })
      .returning({ id: households.id })
    const members = [0, 1, 2].map(n => ({
      householdId: home!.id,
      personId: ids[i + n]!,
      role: n < 2 ? ('adult' as const) : ('child' as const),
      isPrimary: n === 0,
    }))
    await ctx.db.insert(householdMembers).values(members)
  }
}
