import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource, Version } from '#kernel/contract.ts'

const CueShape = z.object({
  startMs: z.number().int().nonnegative(),
  endMs: z.number().int().nonnegative(),
  text: z.string().max(2_000, 'A caption has at most 2,000 characters'),
})

export const Captions = z.object({
  id: Id,
  videoId: Id,
  /** BCP 47: `en`, `es`. */
  language: z.string(),
  label: z.string(),
  cues: z.array(CueShape),
  version: Version,
})
export type Captions = z.infer<typeof Captions>

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Choose a language')
  .max(35)
const cues = z.array(CueShape).max(20_000, 'At most 20,000 captions')

/** Either the text of a WebVTT or SubRip file, or cues that were written in the editor. */
export const NewCaptions = z
  .object({
    videoId: Id,
    language,
    label: line(60).default(''),
    file: z.string().max(4_000_000, 'This caption file is too large').optional(),
    cues: cues.optional(),
  })
  .refine(({ file, cues: given }) => (file === undefined) !== (given === undefined), {
    path: ['file'],
    message: 'Choose a caption file, or write captions',
  })
export type NewCaptions = z.infer<typeof NewCaptions>

export const ChangedCaptions = z.object({
  id: Id,
  version: Version,
  label: line(60).optional(),
  cues: cues.optional(),
})
export type ChangedCaptions = z.infer<typeof ChangedCaptions>

export const videoCaptions = resource(
  '/video-captions',
  {
    list: member('content.read')
      .input(z.object({ videoId: Id }))
      .output(z.object({ items: z.array(Captions.omit({ cues: true })) })),
    get: member('content.read').input(ById).output(Captions),
    create: member('content.write').input(NewCaptions).output(Captions),
    update: member('content.write').input(ChangedCaptions).output(Captions),
    remove: member('content.write').input(ById).output(Nothing),
  },
  {
    list: 'List the captions of a video',
    get: 'Get captions with their texts and times',
    create: 'Add captions to a video',
    update: 'Update captions',
    remove: 'Delete captions',
  },
)
