import { expose } from '#kernel/expose.ts'
import { attendance } from './contract.ts'
import { card, configure, readSettings, renewCard } from './kiosk/service.ts'
import { followUp, listMissed, ofPerson, stats } from './service/missed.ts'
import * as service from './service.ts'

export const attendanceRouter = expose(attendance, {
  list: service.list,
  get: service.get,
  people: service.listPeople,
  checkIn: service.checkIn,
  undo: service.undo,
  setHeadcount: service.setHeadcount,
  exportCounts: service.exportCounts,
  export: service.exportCsv,
  missed: listMissed,
  stats,
  followUp,
  ofPerson,
  card,
  renewCard,
  configure,
  settings: readSettings,
})
