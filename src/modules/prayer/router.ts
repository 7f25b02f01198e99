import { expose } from '#kernel/expose.ts'
import { prayerRequests } from './contract.ts'
import {
  changeVisibility,
  create,
  createCareTask,
  eraseRequest,
  mergeRequests,
  moderateRequest,
  setStatus,
  update,
} from './service/changes.ts'
import { exportCsv, printRequests, readYear } from './service/files.ts'
import { addNote, listNotes } from './service/notes.ts'
import { pray, undoPrayer } from './service/prayers.ts'
import { get, list, readSummary } from './service/request-queries.ts'
import { listSession } from './service/session.ts'
import { readSettingsForm, saveSettings } from './service/settings.ts'

export const prayerRouter = expose(prayerRequests, {
  list,
  summary: readSummary,
  get,
  create,
  update,
  pray,
  undoPrayer,
  setStatus,
  share: changeVisibility,
  moderate: moderateRequest,
  merge: mergeRequests,
  careTask: createCareTask,
  erase: eraseRequest,
  notes: listNotes,
  addNote,
  session: listSession,
  exportCsv,
  print: printRequests,
  year: readYear,
  settings: readSettingsForm,
  saveSettings,
})
