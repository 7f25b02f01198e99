import type { Upload } from 'tus-js-client'
import { messageOf } from '#ui/message.ts'
import { newId } from '#ui/new-id.ts'
import { accountId } from '#web/account.ts'
import { fetchFile, requestHeaders } from '#web/api.ts'
import type { NewVideo } from '../../contract.ts'
import { sameFile, secondsLeft } from '../../rules/uploading.ts'
import { forgetUpload, keepUpload, keptUploads } from './kept.ts'
import { lookInto } from './pictures.ts'

export const PATH = '/storage/v1/upload'
/** A proxy lets it pass, and what a broken connection loses is small. */
export const PIECE = 8 * 1_024 * 1_024
export const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

export type Details = Omit<NewVideo, 'uploadId' | 'pictureIds'>

export interface Queued {
  key: string
  /** Each church has its own: what was begun in one is never shown in another, nor sent there. */
  account: string
  name: string
  size: number
  lastModified: number
  details: Details
  /** waiting: for its turn. away: begun before this page was loaded; its file has to be chosen again. */
  state: 'waiting' | 'sending' | 'paused' | 'finishing' | 'done' | 'failed' | 'away'
  sent: number
  secondsLeft: number | null
  /** why it failed, or what it waits for */
  problem: string
  videoId?: string
}

interface Running {
  file: File
  tus?: Upload
  uploadUrl?: string
  /** bytes and time at which this stretch began */
  since?: { at: number; sent: number }
}

type Listener = () => void
let items: readonly Queued[] = []
/** Accounts whose interrupted uploads were looked for on this device. */
const known = new Set<string>()
let shown: { account: string | null; from: readonly Queued[]; items: readonly Queued[] } | undefined
const running = new Map<string, Running>()
const listeners = new Set<Listener>()
let onDone: (video: { id: string; title: string }) => void = () => {}

/** One queue for the whole application: it goes on while other screens are open. */
export const queue = {
  subscribe(listener: Listener) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Of the account that is open. */
  items(): readonly Queued[] {
    const account = accountId()
    if (account && !known.has(account)) {
      known.add(account)
      const away = { account, state: 'away', secondsLeft: null, problem: '' } as const
      items = [...items, ...keptUploads(account).map(one => ({ ...one, ...away }))]
    }
    if (shown?.account !== account || shown.from !== items)
      shown = { account, from: items, items: items.filter(one => one.account === account) }
    return shown.items
  },
  /** Sends once those before it are sent. A file that was begun earlier goes on where it stopped. */
  add(file: File, details: Details): void {
    const account = accountId()!
    const before = queue.items().find(one => one.state === 'away' && sameFile(one, file))
    const key = before?.key ?? newId()
    running.set(key, { file })
    if (before) change(key, { state: 'waiting', details })
    else {
      const { name, size, lastModified } = file
      const fresh = { key, account, name, size, lastModified, details, state: 'waiting', sent: 0 } as const
      items = [...items, { ...fresh, secondsLeft: null, problem: '' }]
    }
    tell()
    next()
  },
  pause(key: string): void {
    void running.get(key)?.tus?.abort()
    change(key, { state: 'paused', secondsLeft: null })
    next()
  },
  resume(key: string): void {
    change(key, { state: 'waiting', problem: '' })
    next()
  },
  /** What was sent is deleted on the server as well. */
  async cancel(key: string): Promise<void> {
    const [one, item] = [running.get(key), items.find(two => two.key === key)]
    const url = item && addressOf(item)
    await one?.tus?.abort()
    remove(key)
    if (url) await send(url, item.account, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {})
    next()
  },
  /** Takes finished rows off the list. */
  dismiss: (key: string): void => remove(key),
  isBusy: () => items.some(one => ['waiting', 'sending', 'finishing'].includes(one.state)),
  whenDone(tellDone: typeof onDone) {
    onDone = tellDone
  },
}

const addressOf = ({ key, account }: Queued) =>
  running.get(key)?.uploadUrl ?? keptUploads(account).find(kept => kept.key === key)?.uploadUrl

/** For the account where it was begun, whichever is open now. */
const send = async (path: string, account: string, init: RequestInit) =>
  fetchFile(path, { ...init, headers: { ...(await requestHeaders(account)), ...(init.headers as object) } })

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function tell() {
  // Whichever screen is open meanwhile, leaving the page would break an upload off: it asks first.
  if (queue.isBusy()) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}
function change(key: string, changes: Partial<Queued>) {
  items = items.map(one => (one.key === key ? { ...one, ...changes } : one))
  tell()
}
function remove(key: string) {
  const account = items.find(one => one.key === key)?.account
  items = items.filter(one => one.key !== key)
  running.delete(key)
  if (account) forgetUpload(account, key)
  tell()
}

/** One after the other: two at once would only halve the speed of each. */
function next() {
  if (items.some(one => one.state === 'sending')) return
  const first = items.find(one => one.state === 'waiting')
  if (first) void upload(first)
}

async function upload(item: Queued): Promise<void> {
  const { key } = item
  const one = running.get(key)!
  change(key, { state: 'sending', problem: '' })
  delete one.since
  const { account } = item
  // Fetched when something is sent: the screens don't carry it.
  const { Upload: Tus } = await import('tus-js-client')
  const tus = new Tus(one.file, {
    endpoint: PATH,
    uploadUrl: addressOf(item) ?? null,
    chunkSize: PIECE,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    metadata: { filename: item.name, purpose: 'video' },
    onBeforeRequest: async request => {
      for (const [name, value] of Object.entries(await requestHeaders(account))) request.setHeader(name, value)
    },
    onShouldRetry: error => isPassing(error.originalResponse?.getStatus()),
    onUploadUrlAvailable: () => {
      one.uploadUrl = tus.url!
      const { name, size, lastModified, details } = item
      keepUpload(account, { key, name, size, lastModified, details, sent: 0, uploadUrl: tus.url! })
    },
    onProgress: sent => progress(key, sent),
    onSuccess: () => void finish(key),
    onError: error => failed(key, error),
  })
  one.tus = tus
  if (!items.some(two => two.key === key && two.state === 'sending')) return
  tus.start()
}

/** No answer, too many requests, a server that restarts: worth another try. Any other refusal is final. */
const isPassing = (status: number | undefined) =>
  !status || status === 409 || status === 423 || status === 429 || status >= 500

function progress(key: string, sent: number) {
  const one = running.get(key)
  const item = items.find(two => two.key === key)
  if (!one || !item || item.state !== 'sending') return
  const now = performance.now()
  one.since ??= { at: now, sent }
  const speed = (sent - one.since.sent) / ((now - one.since.at) / 1_000)
  change(key, { sent, secondsLeft: now - one.since.at < 1_500 ? null : secondsLeft(item.size - sent, speed) })
}

/** Whole: pictures are drawn here, and the video is made of both. Asked twice, there is one video. */
async function finish(key: string): Promise<void> {
  const one = running.get(key)!
  const item = items.find(two => two.key === key)!
  change(key, { state: 'finishing', sent: item.size, secondsLeft: null })
  next()
  try {
    const uploadId = one.uploadUrl!.split('/').at(-1)!
    const pictureIds = await bringPictures(one.file, item.account)
    const answer = await send('/rest/v1/videos', item.account, {
      method: 'POST',
      body: JSON.stringify({ ...item.details, uploadId, pictureIds }),
      headers: { 'content-type': 'application/json' },
    })
    const video = await answer.json()
    forgetUpload(item.account, key)
    running.delete(key)
    change(key, { state: 'done', videoId: video.id })
    onDone(video)
  } catch (error) {
    change(key, { state: 'failed', problem: messageOf(error) })
  }
  next()
}

/** A film without pictures is a film all the same. */
async function bringPictures(file: File, account: string): Promise<string[]> {
  const ids: string[] = []
  const { pictures } = await lookInto(file)
  for (const [at, body] of pictures.entries()) {
    const answer = await send(`/storage/v1/uploads?purpose=thumbnail&name=picture-${at + 1}.jpg`, account, {
      method: 'POST',
      body,
    }).catch(() => undefined)
    if (answer) ids.push((await answer.json()).id)
  }
  return ids
}

function failed(
  key: string,
  error: Error & { originalResponse?: { getBody: () => string; getStatus: () => number } | null },
) {
  const status = error.originalResponse?.getStatus()
  if (status === 404 || status === 410) delete running.get(key)?.uploadUrl
  const said = sentenceOf(error.originalResponse?.getBody())
  const problem =
    said ??
    (status ? 'The upload was refused.' : 'The connection was lost. It goes on where it stopped when you resume.')
  change(key, { state: status ? 'failed' : 'paused', problem, secondsLeft: null })
  next()
}

export function sentenceOf(body: string | undefined): string | undefined {
  try {
    return JSON.parse(body ?? '').message
  } catch {
    return undefined
  }
}

// Back in the network, what was broken off goes on by itself.
if (typeof addEventListener === 'function')
  addEventListener('online', () => {
    for (const { key, state, problem } of items) if (state === 'paused' && problem) queue.resume(key)
  })
