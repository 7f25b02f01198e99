import { z } from 'zod'
import { kinds, recordingModes, voiceRoutes } from './rules.ts'

export const NumberKind = z.enum(kinds)
export const VoiceRoute = z.enum(voiceRoutes)
export const RecordingMode = z.enum(recordingModes)
