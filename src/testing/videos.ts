import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '#kernel/env.ts'
import type { aChurch } from './church.ts'
import { picture } from './pictures.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
type Role = 'staff' | 'owner'

/** Three seconds of a moving dot and a tone: VP8 and Opus, recorded in Chromium. */
export const clip = readFileSync(path.join(env.root, 'src/modules/videos/data/clip.webm'))
/** The clip with other bytes behind it, in an element that players skip: no duplicate of another one. */
export function anotherClip(): Buffer<ArrayBuffer> {
  const filling = Buffer.from(randomUUID())
  return Buffer.concat([clip, Buffer.from([0xec, 0x80 | filling.length]), filling])
}

const headersOf = (church: Church, role: Role) => ({
  authorization: `Bearer ${church.people[role].session.access_token}`,
  'lampstand-client': church.id,
})

/** Uploads a film as browsers do. @returns the id of the finished upload */
export const uploadFilm = (church: Church, content: Uint8Array, name = 'easter.webm', role: Role = 'staff') =>
  uploadResumably(church, content, { name, purpose: 'video', role })

/** Uploads the audio of a video as browsers do. @returns the id of the finished upload */
export const uploadAudio = (church: Church, content: Uint8Array = sound, name = 'sermon.m4a') =>
  uploadResumably(church, content, { name, purpose: 'audio', role: 'staff' })

/** Twelve seconds of a tone: AAC. */
const sound = readFileSync(path.join(env.root, 'src/modules/videos/data/lamp.m4a'))

interface Described {
  name: string
  purpose: string
  role: Role
}
async function uploadResumably(church: Church, content: Uint8Array, { name, purpose, role }: Described) {
  const { send } = await aServer()
  const headers = { ...headersOf(church, role), 'tus-resumable': '1.0.0' }
  const said = { filename: name, purpose, sha256: createHash('sha256').update(content).digest('hex') }
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  const created = await send('/storage/v1/upload', {
    method: 'POST',
    headers: { ...headers, 'upload-length': `${content.length}`, 'upload-metadata': metadata.join(',') },
  })
  if (created.status !== 201) throw new Error(await created.text())
  const at = created.headers.get('location')!
  const answer = await send(at, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(content),
    duplex: 'half',
  } as RequestInit)
  if (answer.status !== 204) throw new Error(`the upload was answered with ${answer.status}: ${await answer.text()}`)
  return path.basename(at)
}

/** Uploads a thumbnail as browsers do. @returns the id of the file */
export async function uploadThumbnail(church: Church, role: Role = 'staff', body = picture('jpeg')): Promise<string> {
  const { send } = await aServer()
  const answer = await send('/storage/v1/uploads?purpose=thumbnail&name=frame.jpg', {
    method: 'POST',
    headers: headersOf(church, role),
    body,
  })
  if (answer.status !== 201) throw new Error(`the thumbnail was answered with ${answer.status}`)
  return (await answer.json()).id
}

/** A video of the church, processed. */
export async function aVideo(church: Church, details: object = {}, content: Uint8Array = anotherClip()) {
  const known = await church.staff.videoLibraries.list({})
  const library = known.items[0] ?? (await church.staff.videoLibraries.create({ name: 'Sermons' }))
  const uploadId = await uploadFilm(church, content)
  const { id } = await church.staff.videos.create({
    title: 'Easter Sunday',
    libraryId: library.id,
    uploadId,
    ...details,
  })
  await church.settle()
  return church.staff.videos.get({ id })
}
