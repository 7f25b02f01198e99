import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  CsvFile,
  exporting,
  external,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  resource,
} from '#kernel/contract.ts'
import { callStates, stages, vias } from '../rules/states.ts'

export const Call = z.object({
  id: Id,
  direction: z.enum(['in', 'out']),
  from: z.string(),
  to: z.string(),
  /** The other side, and who it is where that is known. */
  theirs: z.string(),
  name: z.string().nullable(),
  personId: Id.nullable(),
  /** Who of us. */
  userName: z.string().nullable(),
  state: z.enum(callStates),
  stage: z.enum(stages),
  missed: z.boolean(),
  /** Seconds; null while it goes on. */
  duration: z.number().int().nullable(),
  answeredAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  problem: z.string().nullable(),
  recorded: z.boolean(),
  /** Our side: a phone, or the browser. */
  via: z.enum(vias),
  /** What they said after the tone, as a machine understood it. */
  transcript: z.string().nullable(),
  /** Whether steps of its way were recorded. */
  led: z.boolean(),
  createdAt: Instant,
})
export type Call = z.infer<typeof Call>

const filters = {
  search: z.string().trim().max(200).optional(),
  direction: z.enum(['in', 'out']).optional(),
  state: z.enum([...callStates, 'missed']).optional(),
  /** A number of ours. */
  number: z.string().max(30).optional(),
  personId: Id.optional(),
  recorded: Flag.optional(),
  /** Days of the church's calendar, both included. */
  from: day().optional(),
  to: day().optional(),
}
export const CallFilter = Page.extend(filters)
export type CallFilter = z.infer<typeof CallFilter>
export const CallExport = z.object(filters)

export const NewCall = z.object({
  /** Made by the screen, and the call's id: pressed twice, it rings once. */
  key: Id,
  to: line(50).pipe(z.string().min(1, 'Please enter a number')),
  /** Which number of ours they see; the default one if absent. */
  from: z.string().max(30).optional(),
  /** The phone of the member who calls; it rings first. */
  myPhone: line(50).default(''),
  /** In the browser no phone rings: it is talked through it. */
  via: z.enum(vias).default('phone'),
  /** Why someone who does not want calls is called anyway. */
  reason: line(300).optional(),
})
export type NewCall = z.infer<typeof NewCall>

const Steps = z.object({ items: z.array(z.object({ what: z.string(), at: Instant })) })

export const calls = resource(
  '/calls',
  {
    list: member('telephony.use')
      .input(CallFilter)
      .output(pageOf(Call).extend({ total: z.number().int() })),
    get: member('telephony.use').input(ById).output(Call),
    /** What happened on its way through menus and phones. */
    steps: member('telephony.use').input(ById).output(Steps),
    export: exporting('telephony.use').input(CallExport).output(CsvFile),
    start: external.member('telephony.use').input(NewCall).output(Call),
    end: external.member('telephony.use').input(ById).output(Call),
    /** The phone that rang first the last time. */
    myPhone: member('telephony.use')
      .input(Nothing)
      .output(z.object({ number: z.string().nullable() })),
    /** Where its recording is heard, for a quarter of an hour; that it was asked for is recorded. */
    play: member('telephony.use')
      .meta({ secret: true })
      .input(ById)
      .output(
        z.object({
          url: z.string(),
          duration: z.number().int(),
          kind: z.enum(['call', 'voicemail']),
          transcript: z.string().nullable(),
        }),
      ),
    removeRecording: member('telephony.settings').input(ById).output(Nothing),
  },
  {
    list: 'List calls',
    get: 'Get a call',
    steps: 'List the steps of a call',
    export: 'Export calls as CSV',
    start: 'Start a call',
    end: 'End a call',
    myPhone: 'Get the phone that rings first',
    play: 'Get a link to a call recording',
    removeRecording: 'Delete a call recording',
  },
  ['export', 'myPhone'],
)
