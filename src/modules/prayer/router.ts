import { expose } from '#kernel/expose.ts'
import { prayerRequests } from './contract.ts'
import { careTask, create, erase, merge, moderate, setStatus, share, update } from './service/changing.ts'
import { exportCsv, print, year } from './service/files.ts'
import { addNote, notes } from './service/notes.ts'
import { pray, undoPrayer } from './service/praying.ts'
import { get, list, summary } from './service/reading.ts'
import { session } from './service/session.ts'
import { saveSettings, settings } from './service/settings.ts'

export const prayerRouter = expose(prayerRequests, {
  ...{ list, summary, get, create, update, pray, undoPrayer, setStatus, share, moderate, merge, careTask, erase },
  ...{ notes, addNote, session, exportCsv, print, year, settings, saveSettings },
})
