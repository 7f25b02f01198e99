import { z } from 'zod'
import { Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'

export const VideoShare = z.object({
  id: Id,
  label: z.string(),
  hasPassword: z.boolean(),
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  createdAt: Instant,
})

export const NewVideoShare = z.object({
  videoId: Id,
  label: line(80).default(''),
  /** Days until it expires. */
  days: z.number().int().min(1).max(365).default(30),
  /** Absent: the link alone is enough. */
  password: z.string().min(6, 'A password has at least 6 characters').max(200).optional(),
})
export type NewVideoShare = z.infer<typeof NewVideoShare>

export const videoShares = resource(
  '/video-shares',
  {
    list: member('content.read')
      .input(z.object({ videoId: Id }))
      .output(z.object({ items: z.array(VideoShare) })),
    /** Its address is answered this once. */
    create: member('content.write')
      .meta({ mode: 'member', permission: 'content.write', secret: true })
      .input(NewVideoShare)
      .output(VideoShare.extend({ token: z.string(), address: z.string() })),
    revoke: member('content.write')
      .input(z.object({ id: Id }))
      .output(Nothing),
  },
  {
    list: 'List the share links of a video',
    create: 'Create a share link of a video',
    revoke: 'Revoke a share link of a video',
  },
)
