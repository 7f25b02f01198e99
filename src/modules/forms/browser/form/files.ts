import { controls, form, OFFLINE, placeOf, say, visit } from './page.ts'

interface Uploaded {
  ticket: string
  name: string
  /** In place of both, where it was refused. */
  message: string
}

/**
 * A file leaves as soon as it is chosen; the form itself holds its ticket.
 * @returns what removes all of them
 */
export function openFiles(box: HTMLElement): () => void {
  const key = box.dataset.files!
  const input = box.querySelector('input')!
  const list = box.querySelector('ul')!
  const showProblem = (message: string) => (placeOf(key)!.textContent = message)
  const makeRemovable = (row: Element, button: HTMLButtonElement) =>
    button.addEventListener('click', () => {
      row.remove()
      input.focus()
    })
  // Those that were sent before the page was shown in another language.
  for (const row of list.children) makeRemovable(row, row.querySelector('button')!)
  async function add(file: File) {
    if (file.size > 10_485_760) return showProblem(say('That file is too large. The limit is 10 MB.'))
    const row = document.createElement('li')
    row.textContent = say('Sending {0} …', file.name)
    list.append(row)
    visit.uploads++
    try {
      const { ticket, name } = await upload(file)
      const kept = document.createElement('input')
      Object.assign(kept, { type: 'hidden', name: key, value: ticket })
      const remove = document.createElement('button')
      Object.assign(remove, { type: 'button', className: 'quiet', textContent: say('Remove') })
      remove.setAttribute('aria-label', say('Remove {0}', name))
      makeRemovable(row, remove)
      row.replaceChildren(name, kept, remove)
    } catch (error) {
      row.remove()
      showProblem(error instanceof TypeError ? say(OFFLINE) : (error as Error).message)
    } finally {
      visit.uploads--
    }
  }
  input.addEventListener('change', () => {
    showProblem('')
    for (const file of input.files ?? []) add(file)
    input.value = ''
  })
  return () => list.replaceChildren()
}

async function upload(file: File): Promise<Uploaded> {
  const address = `/f/${form.dataset.slug}/files?name=${encodeURIComponent(file.name)}`
  const headers = { 'form-token': controls.token.value }
  const answer = await fetch(address, { method: 'POST', body: file, credentials: 'omit', headers })
  const uploaded: Uploaded = await answer.json()
  if (!answer.ok) throw new Error(say(uploaded.message))
  return uploaded
}
