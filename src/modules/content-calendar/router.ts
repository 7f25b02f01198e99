import { expose } from '#kernel/expose.ts'
import { contentCalendar } from './contract.ts'
import { day, list, seasons } from './service/days.ts'
import { feeds, file, revoke, subscribe } from './service/exporting.ts'
import { addHoliday, holidays } from './service/holidays.ts'
import { accept, propose } from './service/planning.ts'
import { saveSettings } from './service/settings.ts'
import { create, get, remove, restore, update } from './service.ts'

export const contentCalendarRouter = expose(contentCalendar, {
  list,
  day,
  seasons,
  get,
  create,
  update,
  remove,
  restore,
  holidays,
  addHoliday,
  propose,
  accept,
  saveSettings,
  file,
  feeds,
  subscribe,
  revoke,
})
