import { z } from 'zod'
import { kinds, recordingModes, voiceRoutes } from './rules.ts'

export const NumberKind = z.enum(kinds)
export const VoiceRoute = z.enum(voiceRoutes)
export const RecordingMode = z.enum(recordingModes)

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, such as 09:00')
const Day = z
  .object({ from: Clock, to: Clock })
  .refine(({ from, to }) => from < to, { message: 'The closing time must be after the opening time', path: ['to'] })
/** Of each day, Monday first; null where nobody is there. */
export const OfficeHours = z.array(Day.nullable()).length(7)
