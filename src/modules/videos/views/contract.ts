import { z } from 'zod'
import { Id, member, resource } from '#kernel/contract.ts'

/** Where people watched from; a page, a church's own words in `?from=`, or the host of the page before. */
export const VideoFigures = z.object({
  views: z.number().int(),
  secondsWatched: z.number().int(),
  /** Of those who watched, the share that was still there at 0, 5, … 95 percent; from 0 to 1. */
  retention: z.array(z.number()).length(20),
  bySource: z.array(z.object({ source: z.string(), views: z.number().int(), secondsWatched: z.number().int() })),
  byDay: z.array(z.object({ day: z.string(), views: z.number().int() })),
})
export type VideoFigures = z.infer<typeof VideoFigures>

export const videoViews = resource(
  '/video-views',
  {
    figures: member('content.read')
      .input(z.object({ id: Id, days: z.coerce.number().int().min(1).max(400).default(30) }))
      .output(VideoFigures),
  },
  { figures: 'Get how often and how far a video was watched' },
  ['figures'],
)
