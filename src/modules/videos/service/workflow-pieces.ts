import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { videoFinished, videoLeft } from '../views/events.ts'

const input = z.object({ libraryId: z.uuid().nullish() })
type Input = z.infer<typeof input>
interface Payload {
  libraryId: string
  personId: string
}
const person = ({ personId }: Payload) => personId
const fits = ({ libraryId }: Payload, chosen: Input) => !chosen.libraryId || chosen.libraryId === libraryId
const watched = (condition: ReturnType<typeof sql>, { libraryId }: Input) =>
  sql`people.id in (select p.person_id from video_positions p join videos v on v.client_id = p.client_id and v.id = p.video_id
    where p.client_id = people.client_id and p.person_id is not null and ${condition}
    ${libraryId ? sql`and v.library_id = ${libraryId}` : sql``})`

export const videoTriggers: Record<string, WorkflowTrigger> = {
  'video.finished': {
    event: videoFinished,
    input,
    person,
    fits,
    existing: (_, chosen) => watched(sql`p.finished_at is not null`, chosen),
  },
  'video.left': {
    event: videoLeft,
    input,
    person,
    fits,
    existing: (_, chosen) => watched(sql`p.finished_at is null`, chosen),
  },
}
