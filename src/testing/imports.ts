import type { ImportChange } from '#imports/contract.ts'
import type { aChurch } from './church.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
export type FileContent = string | Uint8Array<ArrayBuffer>
type Headers = Record<string, string>

/** Headers of someone of a church, for routes beside the contract. */
export const headersOf = (church: Church, role: keyof Church['people'] = 'staff'): Headers => ({
  authorization: `Bearer ${church.people[role].session.access_token}`,
  'lampstand-client': church.id,
})

/** Sends a file as the browser does. */
export async function upload(
  church: Church,
  content: FileContent,
  { name = 'people.csv', purpose = 'import', headers = {} as Headers } = {},
) {
  const { send } = await aServer()
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return send(`/storage/v1/uploads?purpose=${purpose}&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: { 'content-length': String(body.byteLength), ...headersOf(church), ...headers },
  })
}

export async function download(church: Church, fileId: string, role: keyof Church['people'] = 'staff') {
  const { send } = await aServer()
  return send(`/storage/v1/files/${fileId}`, { headers: headersOf(church, role) })
}

/** Uploads a file and waits for the first look at it. */
export async function look(church: Church, content: FileContent) {
  const { id: fileId } = (await (await upload(church, content)).json()) as { id: string }
  const { id } = await church.staff.imports.create({ fileId })
  await church.settle()
  return church.staff.imports.get({ id })
}

export async function check(church: Church, id: string) {
  await church.staff.imports.check({ id })
  await church.settle()
  return church.staff.imports.get({ id })
}

/** The whole way: upload, look, wishes, check, import. `checked` is what the check had said. */
export async function bring(
  church: Church,
  content: FileContent,
  wishes: Pick<ImportChange, 'mapping' | 'options'> = {},
) {
  const { id, version } = await look(church, content)
  if (Object.keys(wishes).length > 0) await church.staff.imports.update({ id, version, ...wishes })
  const { checked, errorFileId } = await check(church, id)
  await church.staff.imports.run({ id })
  await church.settle()
  return { ...(await church.staff.imports.get({ id })), checked, errorFileId }
}
