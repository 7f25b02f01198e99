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
  prose,
  resource,
  several,
  Version,
} from '#kernel/contract.ts'
import { Uses } from '#public-page/rules/uses.ts'
import {
  cleanTags,
  MAX_PICTURES,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  sorts,
  stages,
  states,
  visibilities,
} from './rules/options.ts'

const Milliseconds = z.number().int().nonnegative()
const Title = line(120).pipe(z.string().min(1, 'Title is required'))
const Tags = z
  .array(z.string())
  .transform(cleanTags)
  .pipe(
    z
      .array(z.string().max(MAX_TAG_LENGTH, `A tag has at most ${MAX_TAG_LENGTH} characters`))
      .max(MAX_TAGS, `At most ${MAX_TAGS} tags`),
  )

export const Chapter = z.object({
  startMs: Milliseconds,
  title: line(120).pipe(z.string().min(1, 'Title is required')),
})
export type Chapter = z.infer<typeof Chapter>

/** What a card of the library shows. */
export const VideoCard = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  libraryId: Id,
  visibility: z.enum(visibilities),
  state: z.enum(states),
  /** Why it needs conversion or failed, as a sentence; empty otherwise. */
  problem: z.string(),
  /** What is being done with it; null: nothing. */
  stage: z.enum(stages).nullable(),
  /** Percent of the stage. */
  progress: z.number().int(),
  tags: z.array(z.string()),
  passage: z.string(),
  speaker: z.string(),
  series: z.string(),
  preachedOn: z.string().nullable(),
  /** null until the file has been read, or where its header doesn't say. */
  durationMs: Milliseconds.nullable(),
  views: z.number().int(),
  /** Path of the thumbnail, good for an hour; null: there is none. */
  thumbnail: z.string().nullable(),
  /** In the address of a public video: /watch/{church}/{slug}. See `watchPath`. */
  slug: z.string(),
  /** Unguessable; in the addresses of its bytes, and in the link of a video that isn't public. */
  publicId: z.string(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: Version,
})
export type VideoCard = z.infer<typeof VideoCard>

const Picture = z.object({ id: Id, address: z.string(), chosen: z.boolean() })
const CaptionTrack = z.object({ id: Id, language: z.string(), label: z.string(), address: z.string() })

/** What the player needs. Each address carries the right of the one who asked, and stops working an hour later: ask again then. */
export const Playback = z.object({
  publicId: z.string(),
  title: z.string(),
  /** null while browsers can't play it. */
  source: z.object({ address: z.string(), type: z.string() }).nullable(),
  /** The same film in sizes, as HTTP Live Streaming; null: there is none. */
  stream: z.string().nullable(),
  poster: z.string().nullable(),
  captions: z.array(CaptionTrack),
  chapters: z.array(Chapter),
  durationMs: Milliseconds.nullable(),
  /** Where this viewer stopped, on any device; null: unknown, or not signed in. */
  resumeAtMs: Milliseconds.nullable(),
  /** null: downloading isn't allowed. */
  download: z.string().nullable(),
  /** POST what was watched there; see views/http.ts. */
  viewsAddress: z.string(),
})
export type Playback = z.infer<typeof Playback>

export const Video = VideoCard.extend({
  sermonId: Id.nullable(),
  downloadable: z.boolean(),
  chapters: z.array(Chapter),
  pictures: z.array(Picture),
  captions: z.array(CaptionTrack),
  /** Who may watch it while it is private, beside the members of the church. */
  people: z.array(z.object({ id: Id, name: z.string() })),
  file: z.object({
    name: z.string(),
    /** Bytes. */
    size: z.number().int(),
    container: z.string().nullable(),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    /** Its index is at its end: players have to fetch that first. */
    startsSlowly: z.boolean(),
  }),
  /** What podcast apps play; null: there is none yet. `address` works for an hour. */
  audio: z.object({ name: z.string(), size: z.number().int(), address: z.string() }).nullable(),
  /** Other videos with the same content. */
  duplicates: z.array(z.object({ id: Id, title: z.string() })),
})
export type Video = z.infer<typeof Video>

const Details = {
  title: Title,
  description: prose(5_000).default(''),
  libraryId: z.uuid('Choose a library'),
  visibility: z.enum(visibilities).default('unlisted'),
  tags: Tags.default([]),
  /** As it is entered: `Rom 8:28-39; Ps 23`. */
  passage: line(300).default(''),
  speaker: line(120).default(''),
  series: line(120).default(''),
  preachedOn: day().nullable().default(null),
  sermonId: Id.nullable().default(null),
  downloadable: z.boolean().default(false),
}

/**
 * `uploadId` is a finished upload of files/resumable (purpose `video`); said twice, there is one video. `pictureIds` are
 * files of purpose `thumbnail` that the browser drew from the film, the first one chosen.
 */
export const NewVideo = z.object({
  ...Details,
  uploadId: Id,
  pictureIds: z.array(Id).max(MAX_PICTURES, `At most ${MAX_PICTURES} pictures`).default([]),
})
export type NewVideo = z.infer<typeof NewVideo>

export const ChangedVideo = z.object({
  id: Id,
  version: Version,
  title: Details.title.optional(),
  description: prose(5_000).optional(),
  libraryId: Details.libraryId.optional(),
  visibility: z.enum(visibilities).optional(),
  tags: Tags.optional(),
  passage: line(300).optional(),
  speaker: line(120).optional(),
  series: line(120).optional(),
  preachedOn: day().nullable().optional(),
  sermonId: Id.nullable().optional(),
  downloadable: z.boolean().optional(),
  chapters: z.array(Chapter).max(100, 'At most 100 chapters').optional(),
})
export type ChangedVideo = z.infer<typeof ChangedVideo>

const filters = {
  /** Looks into titles, descriptions, tags, speakers, series, passages and captions. */
  search: line(200).optional(),
  /** Videos that share a verse with it. */
  passage: line(200).optional(),
  library: Id.optional(),
  state: several(z.enum(states)),
  visibility: several(z.enum(visibilities)),
  /** What is in the trash. */
  deleted: Flag.optional(),
  sort: z.enum(sorts).default('newest'),
}
export const VideoFilter = Page.extend(filters)
export type VideoFilter = z.infer<typeof VideoFilter>

/** The four cards above the library. */
const Summary = z.object({
  /** Ready and not deleted. */
  videos: z.number().int(),
  views: z.number().int(),
  /** Meetings that ended with two people or more in them: none, until this server holds meetings. */
  meetingsHosted: z.number().int(),
  /** Bytes of the church's files, with what is arriving. */
  storageUsed: z.number().int(),
  /** Bytes. */
  storageLimit: z.number().int(),
  /** Whether this server converts what browsers don’t play. */
  converts: z.boolean(),
})

export const videos = resource(
  '/videos',
  {
    list: member('content.read').input(VideoFilter).output(pageOf(VideoCard)),
    summary: external.member('content.read').output(Summary),
    get: member('content.read').input(ById).output(Video),
    playback: member('content.read').input(ById).output(Playback),
    create: member('content.write').input(NewVideo).output(Video),
    update: member('content.write').input(ChangedVideo).output(Video),
    setPeople: member('content.write')
      .input(z.object({ id: Id, personIds: z.array(Id).max(500, 'At most 500 people') }))
      .output(Video),
    addPicture: member('content.write')
      .input(z.object({ id: Id, fileId: Id }))
      .output(Video),
    /** `uploadId` is a finished upload of files/resumable (purpose `audio`): MP3 or M4A. It takes the place of the one before. */
    setAudio: member('content.write')
      .input(z.object({ id: Id, uploadId: Id }))
      .output(Video),
    removeAudio: member('content.write').input(ById).output(Video),
    chooseThumbnail: member('content.write')
      .input(z.object({ id: Id, pictureId: Id }))
      .output(Video),
    retry: member('content.write').input(ById).output(Video),
    cancelProcessing: member('content.write').input(ById).output(Video),
    /** What shows it, such as pages and emails that are not sent yet. */
    uses: member('content.read').input(ById).output(Uses),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(Video),
    purge: member('content.write').input(ById).output(Nothing),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List videos',
    summary: 'Get the totals of all videos',
    get: 'Get a video',
    playback: 'Get the addresses that a player needs',
    create: 'Create a video from a finished upload',
    update: 'Update a video',
    setPeople: 'Choose who may watch a private video',
    addPicture: 'Upload a thumbnail of a video',
    setAudio: 'Upload the audio of a video',
    removeAudio: 'Remove the audio of a video',
    chooseThumbnail: 'Choose the thumbnail of a video',
    retry: 'Process a video again',
    cancelProcessing: 'Stop processing a video',
    uses: 'List what shows a video',
    remove: 'Move a video to the trash',
    restore: 'Restore a video from the trash',
    purge: 'Delete a video for good',
    export: 'Export videos as CSV',
  },
  ['summary', 'playback', 'export'],
)
