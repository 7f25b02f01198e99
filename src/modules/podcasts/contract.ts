import { z } from 'zod'
import { ById, external, Id, line, member, prose, resource } from '#kernel/contract.ts'
import { languages } from '#public-page/rules/languages.ts'
import { categoryKeys } from './rules.ts'

const email = z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Please enter a valid email address'))])
const words = {
  /** The feed answers. */
  isOn: z.boolean(),
  /** Only with the private address; every video of the library is in it. Otherwise its public videos are, for everyone. */
  isPrivate: z.boolean(),
  title: line(120).pipe(z.string().min(1, 'Title is required')),
  description: prose(4_000),
  author: line(120),
  /** Apple and Spotify send a code to it, which proves that the podcast is yours; it is public in the feed. */
  ownerEmail: email,
  language: z.enum(languages),
  category: z.enum(categoryKeys),
  isExplicit: z.boolean(),
  pictureId: Id.nullable(),
}

export const Podcast = z.object({
  /** The library's. */
  id: Id,
  ...words,
  title: z.string(),
  ownerEmail: z.string(),
  /** 0: it was never saved, and these are suggestions. */
  version: z.number().int(),
  /** Where apps fetch a public podcast; null while it is off, or private. */
  address: z.string().nullable(),
  /** Path of the cover, for the members' own screens; null: there is none. */
  cover: z.string().nullable(),
  /** A private address was given out. It is shown once, when it is made. */
  hasPrivateAddress: z.boolean(),
  /** Episodes in the feed. */
  episodes: z.number().int(),
  /** Videos that belong into it and have nothing that podcast apps play. */
  silent: z.array(z.object({ id: Id, title: z.string() })),
  /** What Apple Podcasts and Spotify would refuse it for, as sentences. */
  problems: z.array(z.string()),
})
export type Podcast = z.infer<typeof Podcast>

/** `id` is the library's. */
export const SavedPodcast = z.object({ id: Id, version: z.number().int().nonnegative(), ...words })
export type SavedPodcast = z.infer<typeof SavedPodcast>

export const podcasts = resource(
  '/podcasts',
  {
    get: member('content.read').input(ById).output(Podcast),
    update: external.member('content.write').input(SavedPodcast).output(Podcast),
    /** A new private address; the one before ends at once. */
    renewAddress: member('content.write')
      .meta({ secret: true })
      .input(ById)
      .output(z.object({ address: z.string() })),
  },
  {
    get: 'Get the podcast of a video library',
    update: 'Save the podcast of a video library',
    renewAddress: 'Create a new private address of a podcast',
  },
)
