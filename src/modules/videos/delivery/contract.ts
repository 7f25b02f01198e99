import { z } from 'zod'
import { publicOf, resource } from '#kernel/contract.ts'
import { Playback } from '../contract.ts'

/** `video` is the public id. A private video asks for the token of a share link, and for its password where it has one. */
const Asked = z.object({
  video: z.string().max(40),
  share: z.string().max(100).optional(),
  password: z.string().max(200).optional(),
})
export type Asked = z.infer<typeof Asked>

/**
 * What pages outside the application ask. A video that the visitor may not watch is the same NOT_FOUND as none. People who
 * are signed in to the portal ask GET /my/{church}/videos/{video}/playback instead, which answers the same shape.
 */
export const publicVideos = resource(
  '/public-videos',
  {
    playback: publicOf('video')
      .errors({ PASSWORD_NEEDED: { status: 401, message: 'Please enter the password of this link.' } })
      .input(Asked)
      .output(Playback),
  },
  { playback: 'Get the addresses that a player needs, as a visitor' },
)
