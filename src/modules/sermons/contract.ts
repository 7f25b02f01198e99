import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import {
  ById,
  external,
  Flag,
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
import { editionIds } from '#scripture/rules/editions.ts'
import { verdicts } from '#scripture/rules/verifying.ts'
import { blockKinds, origins, sectionKinds } from './rules/document.ts'
import { audiences, lengths, stages, statuses, tones } from './rules/options.ts'

const required = (max: number, message: string) => line(max).pipe(z.string().min(1, message))

const Form = {
  title: required(200, 'Title is required'),
  bibleVerse: required(300, 'Enter a Bible passage such as John 3:16-21'),
  theme: required(120, 'Theme is required'),
  targetAudience: z.enum(audiences).default('general'),
  audienceNote: line(200).default(''),
  length: z.enum(lengths).default('medium'),
  tone: z.enum(tones).default('inspirational'),
  includeStories: z.boolean().default(true),
  includeQuotes: z.boolean().default(true),
  additionalNotes: prose(2_000).default(''),
  useModel: z.boolean().default(true),
  edition: z.enum(editionIds).default('web'),
}
/** `id` is chosen by the caller: pressed twice, it is generated once. */
export const GenerateInput = z.object({ id: Id, ...Form })
export type GenerateInput = z.infer<typeof GenerateInput>

const Block = z.object({
  id: z.string().max(40),
  kind: z.enum(blockKinds),
  text: prose(20_000),
  origin: z.enum(origins),
  reference: line(120).optional(),
  edition: z.enum(editionIds).optional(),
})
const Section = z.object({
  id: z.string().max(40),
  kind: z.enum(sectionKinds),
  title: line(300),
  blocks: z.array(Block).max(300, 'At most 300 parts in a section'),
})
export const Document = z.object({
  bigIdea: line(500),
  sections: z.array(Section).max(40, 'At most 40 sections'),
  writing: z.object({ model: line(120), problem: line(300) }).optional(),
})

export const SermonChanges = z.object({
  id: Id,
  version: Version,
  title: Form.title.optional(),
  document: Document.optional(),
  status: z.enum(statuses).optional(),
  preachedOn: day().nullable().optional(),
  series: line(120).optional(),
  speaker: line(120).optional(),
})
export type SermonChanges = z.infer<typeof SermonChanges>

const Row = z.object({
  id: Id,
  title: z.string(),
  bibleVerse: z.string(),
  theme: z.string(),
  status: z.enum(statuses),
  series: z.string(),
  speaker: z.string(),
  preachedOn: z.string().nullable(),
  stage: z.enum(stages).nullable(),
  updatedAt: Instant,
})
const Sermon = Row.extend({
  version: z.number().int(),
  targetAudience: z.enum(audiences),
  audienceNote: z.string(),
  length: z.enum(lengths),
  tone: z.enum(tones),
  includeStories: z.boolean(),
  includeQuotes: z.boolean(),
  additionalNotes: z.string(),
  useModel: z.boolean(),
  edition: z.enum(editionIds),
  document: Document.nullable(),
  problem: z.string(),
  /** Sermons of this church on the same verses. */
  before: z.array(z.object({ id: Id, title: z.string(), preachedOn: z.string().nullable() })),
})
export type Sermon = z.infer<typeof Sermon>

const sorts = ['updatedAt', '-updatedAt', 'title', '-title', 'preachedOn', '-preachedOn'] as const
export const SermonFilter = Page.extend({
  search: z.string().max(200).optional(),
  /** Sermons that share a verse with it. */
  passage: z.string().max(200).optional(),
  status: z.enum(statuses).optional(),
  deleted: Flag.optional(),
  sort: z.enum(sorts).default('-updatedAt'),
})
export type SermonFilter = z.infer<typeof SermonFilter>

const Finding = z.object({
  text: z.string(),
  reference: z.string().nullable(),
  verdict: z.enum(verdicts),
  edition: z.enum(editionIds).nullable(),
  replacement: z.string().nullable(),
  additions: z.array(z.string()),
  reason: z.string().nullable(),
  difference: z.array(z.object({ kind: z.enum(['same', 'added', 'missing']), text: z.string() })),
})
export const formats = ['txt', 'docx', 'pdf', 'outline'] as const
const Share = z.object({ id: Id, expiresAt: Instant, revokedAt: Instant.nullable(), views: z.number().int() })

export const sermons = resource(
  '/sermons',
  {
    list: member('content.read').input(SermonFilter).output(pageOf(Row)),
    get: member('content.read').input(ById).output(Sermon),
    /** Whose words a sermon would be in: those of a model, or of the built-in engine. */
    engine: member('content.read')
      .input(Nothing)
      .output(z.object({ model: z.string().nullable() })),
    generate: member('content.write').input(GenerateInput).output(Sermon),
    cancel: member('content.write').input(ById).output(Sermon),
    update: member('content.write').input(SermonChanges).output(Sermon),
    rewrite: external
      .member('content.write')
      .input(z.object({ id: Id, version: Version, sectionId: z.string().max(40) }))
      .output(Sermon),
    verify: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(Finding) })),
    versions: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(z.object({ number: z.number().int(), createdAt: Instant })) })),
    revert: member('content.write')
      .input(z.object({ id: Id, number: z.number().int() }))
      .output(Sermon),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Sermon),
    file: member('content.read')
      .input(z.object({ id: Id, format: z.enum(formats) }))
      .output(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    shares: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(Share) })),
    share: member('content.write')
      .meta({ mode: 'member', permission: 'content.write', secret: true })
      .input(z.object({ id: Id, days: z.number().int().min(1).max(365).default(30) }))
      .output(Share.extend({ address: z.string() })),
    revoke: member('content.write')
      .input(z.object({ id: Id, shareId: Id }))
      .output(Nothing),
  },
  {
    list: 'List sermons',
    get: 'Get a sermon',
    engine: 'Get the AI model that words sermons',
    generate: 'Generate a sermon',
    cancel: 'Cancel a generation',
    update: 'Save a sermon',
    rewrite: 'Write a section again',
    verify: 'Verify the quotations of a sermon',
    versions: 'List earlier versions of a sermon',
    revert: 'Go back to an earlier version of a sermon',
    remove: 'Move a sermon to the trash',
    restore: 'Restore a sermon from the trash',
    file: 'Download a sermon as text, Word or PDF',
    shares: 'List links to a sermon',
    share: 'Create a link to a sermon',
    revoke: 'Revoke a link to a sermon',
  },
  ['engine', 'verify', 'versions', 'file', 'shares'],
)
