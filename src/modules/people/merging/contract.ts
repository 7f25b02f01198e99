import { z } from 'zod'
import { ById, Id, Instant, member, resource, Version } from '#kernel/contract.ts'
import { mergeFields } from './rules/fields.ts'

const Pair = z.object({
  /** Who stays. */
  keepId: Id,
  /** Who is merged into them. */
  goneId: Id,
})
const Side = z.enum(['kept', 'gone'])
const One = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: Instant,
  version: Version,
})

export const MergePreview = z.object({
  kept: One,
  gone: One,
  /** Only what differs; `hint` says why a side is proposed, where that matters. */
  fields: z.array(
    z.object({
      field: z.enum(mergeFields),
      kept: z.string().nullable(),
      gone: z.string().nullable(),
      side: Side,
      hint: z.string().nullable(),
    }),
  ),
  /** What comes along: "3 notes". */
  along: z.array(z.string()),
  /** What someone should know before, in sentences. */
  notices: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

export const NewMerge = Pair.extend({
  keepVersion: Version,
  goneVersion: Version,
  picks: z.partialRecord(z.enum(mergeFields), Side).default({}),
})
export type NewMerge = z.infer<typeof NewMerge>

export const Merge = z.object({
  id: Id,
  /** Who is one with them. */
  goneName: z.string(),
  keptName: z.string(),
  at: Instant,
  /** Can be undone until then. */
  until: Instant,
})
export type Merge = z.infer<typeof Merge>

/** Two who turn out to be one person. */
export const merges = resource(
  '/merges',
  {
    /** Those of a person that can still be undone. */
    list: member('people.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(Merge) })),
    preview: member('people.write').input(Pair).output(MergePreview),
    /** Said twice, it is done once. */
    create: member('people.write')
      .input(NewMerge)
      .output(z.object({ id: Id, personId: Id })),
    undo: member('people.write')
      .input(ById)
      .output(z.object({ keptId: Id, goneId: Id })),
  },
  {
    list: 'List merges of a person',
    preview: 'Preview a merge of two people',
    create: 'Merge two people',
    undo: 'Undo a merge',
  },
  ['preview'],
)
