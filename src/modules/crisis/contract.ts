import { z } from 'zod'
import { ById, Flag, Id, Instant, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { alertStates, ESCALATE_MINUTES, levels, signKinds, sources } from './rules/options.ts'

const Minute = z.number().int().min(0).max(1_440)
const Shift = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  weekdays: z.array(z.number().int()),
  fromMinute: z.number().int(),
  untilMinute: z.number().int(),
  phone: z.string().nullable(),
})
export type Shift = z.infer<typeof Shift>
/** `id` is chosen by the caller: pressed twice, it is added once. */
export const NewShift = z.object({
  id: Id,
  userId: Id,
  weekdays: z.array(z.number().int().min(0).max(6)).min(1, 'Please choose at least one day').max(7),
  fromMinute: Minute.default(0),
  untilMinute: Minute.default(0),
  phone: z.string().trim().max(40).default(''),
})
export type NewShift = z.infer<typeof NewShift>

const Alert = z.object({
  id: Id,
  kind: z.enum(signKinds),
  /** page: people on call are woken. look: someone should read it within the hour. */
  level: z.enum(levels),
  source: z.enum(sources),
  state: z.enum(alertStates),
  rounds: z.number().int(),
  takenBy: Id.nullable(),
  takenByName: z.string().nullable(),
  takenAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  falseAlarm: z.boolean(),
  createdAt: Instant,
})
export type Alert = z.infer<typeof Alert>

const Words = z.object({
  text: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Where it is handled. */
  href: z.string().nullable(),
})
export type Words = z.infer<typeof Words>

const Settings = z.object({
  escalateMinutes: z
    .number()
    .int()
    .min(ESCALATE_MINUTES.least, 'At least one minute')
    .max(ESCALATE_MINUTES.most, `At most ${ESCALATE_MINUTES.most} minutes`),
})
export type Settings = z.infer<typeof Settings>

export const crisis = resource(
  '/crisis-alerts',
  {
    list: member('prayer.read')
      .input(Page.extend({ state: z.enum(alertStates).optional(), open: Flag.optional() }))
      .output(pageOf(Alert)),
    get: member('prayer.read').input(ById).output(Alert),
    words: member('prayer.read').input(ById).output(Words),
    take: member('prayer.read').input(ById).output(Alert),
    close: member('prayer.read')
      .input(z.object({ id: Id, falseAlarm: z.boolean().default(false) }))
      .output(Alert),
    test: member('prayer.write').input(Nothing).output(Alert),
    rota: member('prayer.read')
      .input(Nothing)
      .output(
        z.object({
          shifts: z.array(Shift),
          settings: Settings,
          /** Names of those who would be paged now. */
          now: z.array(z.string()),
          /** Nobody is on the rota: the owners are paged. */
          isEmpty: z.boolean(),
        }),
      ),
    addShift: member('settings.write').input(NewShift).output(Shift),
    removeShift: member('settings.write').input(ById).output(Nothing),
    saveSettings: member('settings.write').input(Settings).output(Settings),
  },
  {
    list: 'List crisis alerts',
    get: 'Get a crisis alert',
    words: 'Read what a crisis alert is about, once taken',
    take: 'Take a crisis alert',
    close: 'Close a crisis alert',
    test: 'Page the person on call as a test',
    rota: 'Get who is on call',
    addShift: 'Add an on-call shift',
    removeShift: 'Remove an on-call shift',
    saveSettings: 'Save how fast a crisis alert escalates',
  },
  ['words', 'rota'],
)
