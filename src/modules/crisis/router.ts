import { expose } from '#kernel/expose.ts'
import { crisis } from './contract.ts'
import { close, get, list, take, test, words } from './service/alerts.ts'
import { addShift, removeShift, rota, saveSettings } from './service/rota.ts'

export const crisisRouter = expose(crisis, {
  list,
  get,
  words,
  take,
  close,
  test,
  rota,
  addShift,
  removeShift,
  saveSettings,
})
