import { expose } from '#kernel/expose.ts'
import { qrCodes } from './contract.ts'
import { check, file } from './service/files.ts'
import { figures, folders, get, history, list, placements, totals } from './service/reading.ts'
import {
  archive,
  create,
  createMany,
  duplicate,
  pause,
  place,
  remove,
  restore,
  resume,
  retarget,
  update,
} from './service.ts'

export const qrCodesRouter = expose(qrCodes, {
  list,
  get,
  history,
  folders,
  totals,
  figures,
  placements,
  check,
  file,
  create,
  createMany,
  update,
  retarget,
  pause,
  resume,
  archive,
  duplicate,
  remove,
  restore,
  place,
})
