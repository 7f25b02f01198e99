import { z } from 'zod'
import { ById, Id, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { visibilities } from '../rules/options.ts'

export const Library = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** What a video of it is, unless its uploader chooses otherwise. */
  visibility: z.enum(visibilities),
  /** Videos that are not deleted. */
  videoCount: z.number().int(),
  totalViews: z.number().int(),
  version: Version,
})
export type Library = z.infer<typeof Library>

export const NewLibrary = z.object({
  name: line(80).pipe(z.string().min(1, 'Name is required')),
  description: prose(2_000).default(''),
  visibility: z.enum(visibilities).default('unlisted'),
})
export type NewLibrary = z.infer<typeof NewLibrary>

export const ChangedLibrary = z.object({
  id: Id,
  version: Version,
  name: NewLibrary.shape.name.optional(),
  description: prose(2_000).optional(),
  visibility: z.enum(visibilities).optional(),
})
export type ChangedLibrary = z.infer<typeof ChangedLibrary>

/** `moveTo`: the library that takes its videos, those in the trash as well. Without it, only an empty library is deleted. */
export const RemovedLibrary = z.object({ id: Id, moveTo: Id.optional() })
export type RemovedLibrary = z.infer<typeof RemovedLibrary>

export const videoLibraries = resource(
  '/video-libraries',
  {
    list: member('content.read').output(z.object({ items: z.array(Library) })),
    get: member('content.read').input(ById).output(Library),
    create: member('content.write').input(NewLibrary).output(Library),
    update: member('content.write').input(ChangedLibrary).output(Library),
    remove: member('content.write').input(RemovedLibrary).output(Nothing),
  },
  {
    list: 'List video libraries',
    get: 'Get a video library',
    create: 'Create a video library',
    update: 'Update a video library',
    remove: 'Delete a video library',
  },
)
