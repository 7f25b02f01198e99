import { z } from 'zod'
import {
  ById,
  external,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import { scriptLanguages } from '../rules/languages.ts'
import { scriptCategories } from '../rules/states.ts'

const Count = z.number().int()
const languages = Object.keys(scriptLanguages) as (keyof typeof scriptLanguages)[]

export const ScriptProblem = z.object({
  field: z.enum(['content', 'voicemail']),
  message: z.string(),
  blocks: z.boolean(),
})

export const VoiceScript = z.object({
  id: Id,
  name: z.string(),
  category: z.enum(scriptCategories),
  language: z.string(),
  content: z.string(),
  voicemail: z.string(),
  recordingId: Id.nullable(),
  /** Where the recording can be heard; null: there is none. */
  recordingUrl: z.string().nullable(),
  /** Seconds, with names as long as they get. */
  duration: Count,
  /** Calls that played it. */
  usage: Count,
  problems: z.array(ScriptProblem),
  createdAt: Instant,
  version: Version,
})
export type VoiceScript = z.infer<typeof VoiceScript>

const fields = {
  name: line(120).pipe(z.string().min(1, 'Please enter a name')),
  category: z.enum(scriptCategories),
  language: z.enum(languages),
  content: prose(2_000),
  voicemail: prose(2_000),
  recordingId: Id.nullable(),
}
export const NewVoiceScript = z.object({
  name: fields.name,
  category: fields.category,
  language: fields.language.default('en-US'),
  content: fields.content.default(''),
  voicemail: fields.voicemail.default(''),
  recordingId: fields.recordingId.default(null),
})
export type NewVoiceScript = z.infer<typeof NewVoiceScript>
export const ChangedVoiceScript = z.object(fields).partial().extend({ id: Id, version: Version })
export type ChangedVoiceScript = z.infer<typeof ChangedVoiceScript>

export const ScriptFilter = Page.extend({
  search: line(200).optional(),
  category: z.enum(scriptCategories).optional(),
  sort: z.enum(['name', '-name', 'createdAt', '-createdAt']).default('name'),
})
export type ScriptFilter = z.infer<typeof ScriptFilter>

/** To a phone of one's own. */
export const ScriptTest = z.object({ id: Id, to: line(40).pipe(z.string().min(1, 'Please enter a phone number')) })
export type ScriptTest = z.infer<typeof ScriptTest>

export const ScriptVersion = z.object({
  id: Id,
  content: z.string(),
  voicemail: z.string(),
  by: z.string(),
  createdAt: Instant,
})

const write = member('messaging.write')
const send = member('messaging.send').errors({
  IN_USE: { status: 409, message: 'A campaign is about to use this script. Choose another one there first.' },
})
/** The length of a recording is read from its content. */
const keep = external.member('messaging.send')

export const voiceScripts = resource(
  '/voice-scripts',
  {
    list: write.input(ScriptFilter).output(pageOf(VoiceScript).extend({ total: Count })),
    get: write.input(ById).output(VoiceScript),
    create: keep.input(NewVoiceScript).output(VoiceScript),
    update: keep.input(ChangedVoiceScript).output(VoiceScript),
    duplicate: send.input(ById).output(VoiceScript),
    remove: send.input(ById).output(Nothing),
    versions: write.input(ById).output(z.object({ items: z.array(ScriptVersion) })),
    /** Calls a phone of one's own and plays it; what is said begins with "Test". */
    test: send.input(ScriptTest).output(z.object({ to: z.string() })),
  },
  {
    list: 'List voice scripts',
    get: 'Get a voice script',
    create: 'Create a voice script',
    update: 'Update a voice script',
    duplicate: 'Duplicate a voice script',
    remove: 'Delete a voice script',
    versions: 'List earlier versions of a voice script',
    test: 'Call your own phone with a voice script',
  },
  ['versions'],
)
