import { expose } from '#kernel/expose.ts'
import { videos } from './contract.ts'
import { cancelProcessing, retry } from './processing/service.ts'
import { removeAudio, setAudio } from './service/audio.ts'
import { create, remove, restore, update, uses } from './service/editing.ts'
import { exportVideos, list } from './service/list.ts'
import { addPicture, chooseThumbnail } from './service/pictures.ts'
import { purge } from './service/purging.ts'
import { setPeople } from './service/viewers.ts'
import { get, playback, summary } from './service.ts'

export const videosRouter = expose(videos, {
  list,
  summary,
  get,
  playback,
  create,
  update,
  uses,
  remove,
  restore,
  purge,
  setPeople,
  addPicture,
  setAudio,
  removeAudio,
  chooseThumbnail,
  retry,
  cancelProcessing,
  export: exportVideos,
})
