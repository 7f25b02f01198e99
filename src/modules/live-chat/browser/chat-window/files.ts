import type { ChatMessage } from '../../chat/contract.ts'
import { make } from './elements.ts'
import { post, upload } from './requests.ts'
import { type ChosenFile, chat, makeSecret, OFFLINE, own } from './state.ts'
import type { View } from './view.ts'

const most = { files: 3, bytes: 10 * 1_048_576 }
/** Of files that are in the conversation, by their id: an address in this page. */
const fetched = new Map<string, Promise<string>>()

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : OFFLINE)

const sizeText = (size: number) =>
  size < 1_048_576 ? `${Math.max(1, Math.round(size / 1024))} kB` : `${(size / 1_048_576).toFixed(1)} MB`

/** Brings files while the words are still being written; one that is refused says why, and the others stay. */
export async function addFiles(view: View, files: File[]) {
  if (own.preview) return
  // In memory alone, until something is sent.
  chat.mine.token ??= makeSecret(32)
  view.problem.textContent = ''
  const room = most.files - chat.chosen.length
  if (files.length > room) view.problem.textContent = `You can add ${most.files} files to a message.`
  const added: ChosenFile[] = files.slice(0, room).map(file => ({ file, name: file.name, size: file.size }))
  chat.chosen = [...chat.chosen, ...added]
  showChosen(view)
  for (const one of added) {
    try {
      if (one.size > most.bytes) throw new Error('That file is too large. The limit is 10 MB.')
      one.ticket = await upload(one.file)
      if (one.file.type.startsWith('image/')) one.url = URL.createObjectURL(one.file)
    } catch (error) {
      chat.chosen = chat.chosen.filter(other => other !== one)
      view.problem.textContent = `${one.name}: ${messageOf(error)}`
    }
    showChosen(view)
  }
}

export function showChosen(view: View) {
  view.files.hidden = chat.chosen.length === 0
  view.files.replaceChildren(
    ...chat.chosen.map(one => {
      const drop = make('button', { type: 'button', 'aria-label': `Remove ${one.name}` }, '×')
      drop.addEventListener('click', () => {
        chat.chosen = chat.chosen.filter(other => other !== one)
        showChosen(view)
        const next = view.files.querySelector('button') ?? view.attach
        next.focus()
      })
      const picture = one.url ? [make('img', { src: one.url, alt: '' })] : []
      const size = make('small', {}, one.ticket ? sizeText(one.size) : 'Uploading…')
      return make('li', {}, ...picture, make('span', {}, one.name), size, drop)
    }),
  )
  view.attach.disabled = chat.chosen.length >= most.files
  view.submit.disabled = chat.sending !== null || chat.chosen.some(one => !one.ticket)
}

/** A file of this conversation; asked for once. */
function contentOf(id: string): Promise<string> {
  const known = fetched.get(id)
  if (known) return known
  const content = post('/chat/file', { id })
    .then(answer => (answer.ok ? answer.blob() : Promise.reject(new Error('This file no longer exists.'))))
    .then(blob => URL.createObjectURL(blob))
    .catch(error => {
      fetched.delete(id)
      throw error
    })
  fetched.set(id, content)
  return content
}

export function attachment(view: View, { id, name, size, contentType }: ChatMessage['files'][number]): HTMLLIElement {
  const item = make('li')
  if (contentType.startsWith('image/')) {
    const picture = make('img', { alt: name })
    picture.addEventListener('load', () => (view.log.scrollTop = view.log.scrollHeight))
    item.append(picture)
    contentOf(id).then(
      where => (picture.src = where),
      () => picture.remove(),
    )
  }
  const attributes = { type: 'button', class: 'chat-file', title: `Download ${name}` }
  const take = make('button', attributes, name, make('small', {}, sizeText(size)))
  take.addEventListener('click', async () => {
    try {
      make('a', { href: await contentOf(id), download: name }).click()
    } catch (error) {
      view.problem.textContent = messageOf(error)
    }
  })
  item.append(take)
  return item
}
