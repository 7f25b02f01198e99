import { expose } from '#kernel/expose.ts'
import { videoLibraries } from './contract.ts'
import { create, get, list, remove, update } from './service.ts'

export const videoLibrariesRouter = expose(videoLibraries, { list, get, create, update, remove })
