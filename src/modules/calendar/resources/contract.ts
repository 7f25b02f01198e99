import { z } from 'zod'
import { ById, Flag, Id, line, member, Nothing, Page, pageOf, resource, several, Version } from '#kernel/contract.ts'
import { DateHours, TravelPeriod, WeeklyHours } from '../rules/hours.ts'
import { resourceKinds } from '../rules/states.ts'

export const CalendarResource = z.object({
  id: Id,
  kind: z.enum(resourceKinds),
  name: z.string(),
  userId: Id.nullable(),
  /** Sunday first; null: the usual hours for a host, always for a room. */
  weekly: WeeklyHours.nullable(),
  overrides: z.array(DateHours),
  travel: z.array(TravelPeriod),
  capacity: z.number().int().nullable(),
  isVisible: z.boolean(),
  isShared: z.boolean(),
  setupMinutes: z.number().int(),
  teardownMinutes: z.number().int(),
  place: z.string(),
  isActive: z.boolean(),
  version: Version,
})
export type CalendarResource = z.infer<typeof CalendarResource>

export const ResourceFilter = Page.extend({
  kind: several(z.enum(resourceKinds)),
  isActive: Flag.optional(),
  search: z.string().trim().max(100).optional(),
})
export type ResourceFilter = z.infer<typeof ResourceFilter>

const around = z.number().int().min(0).max(600)
const fields = {
  name: line(120).refine(text => text.length > 0, 'Please enter a name'),
  weekly: WeeklyHours.nullable(),
  overrides: z.array(DateHours).max(400),
  travel: z.array(TravelPeriod).max(50),
  capacity: z.number().int().min(1).max(100_000).nullable(),
  isVisible: z.boolean(),
  isShared: z.boolean(),
  setupMinutes: around,
  teardownMinutes: around,
  place: line(300),
  isActive: z.boolean(),
}
export const NewResource = z
  .object({ ...fields, kind: z.enum(resourceKinds), userId: Id.nullish() })
  .partial()
  .required({ kind: true, name: true })
export type NewResource = z.infer<typeof NewResource>
export const ResourceChange = z.object(fields).partial().extend({ id: Id, version: Version })
export type ResourceChange = z.infer<typeof ResourceChange>

export const calendarResources = resource(
  '/calendar-resources',
  {
    list: member('calendar.read').input(ResourceFilter).output(pageOf(CalendarResource)),
    get: member('calendar.read').input(ById).output(CalendarResource),
    create: member('calendar.write').input(NewResource).output(CalendarResource),
    update: member('calendar.write').input(ResourceChange).output(CalendarResource),
    remove: member('calendar.write').input(ById).output(Nothing),
  },
  {
    list: 'List hosts, rooms and equipment',
    get: 'Get a host, room or piece of equipment',
    create: 'Add a host, room or piece of equipment',
    update: 'Update a host, room or piece of equipment',
    remove: 'Remove a host, room or piece of equipment',
  },
)
