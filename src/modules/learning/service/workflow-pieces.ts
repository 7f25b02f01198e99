import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { certificateIssued, lessonCompleted, trainingExpired, trainingExpiring } from '../events.ts'

const input = z.object({ courseId: z.uuid().nullish() })
interface Payload {
  courseId: string
  personId: string
}
const base = {
  input,
  person: ({ personId }: Payload) => personId,
  fits: ({ courseId }: Payload, chosen: z.infer<typeof input>) => !chosen.courseId || chosen.courseId === courseId,
}

export const learningTriggers: Record<string, WorkflowTrigger> = {
  'lesson.completed': { ...base, event: lessonCompleted },
  'certificate.issued': { ...base, event: certificateIssued },
  'training.expiring': { ...base, event: trainingExpiring },
  'training.expired': { ...base, event: trainingExpired },
}
