import { refresh } from './steps.ts'

const roleOf = (row: HTMLElement) => row.querySelector('select')!

/**
 * Family members come one by one.
 * @returns what empties all of them
 */
export function openFamily(box: HTMLElement): () => void {
  const rows = [...box.querySelectorAll<HTMLElement>('[data-relative]')]
  const adds = box.querySelector<HTMLElement>('.adds')!
  const addButton = (role: string) => adds.querySelector<HTMLButtonElement>(`[data-add=${role}]`)!
  const show = () => {
    const open = rows.filter(row => !row.hidden)
    adds.hidden = open.length === rows.length
    addButton('spouse').hidden = open.some(row => roleOf(row).value === 'spouse')
  }
  rows.forEach((row, i) => {
    row.hidden = i >= Number(box.dataset.said)
    const remove = row.querySelector<HTMLButtonElement>('[data-remove]')!
    remove.hidden = false
    remove.addEventListener('click', () => {
      empty(row)
      show()
      refresh()
      addButton('child').focus()
    })
  })
  for (const button of adds.querySelectorAll<HTMLButtonElement>('[data-add]'))
    button.addEventListener('click', () => {
      const row = rows.find(one => one.hidden)
      if (!row) return
      // Rows are in the order in which they were added: the next one stands last.
      adds.before(row)
      rows.push(...rows.splice(rows.indexOf(row), 1))
      roleOf(row).value = button.dataset.add!
      row.hidden = false
      show()
      row.querySelector<HTMLInputElement>('input[id$=firstName]')!.focus()
    })
  box.addEventListener('change', show)
  show()
  return () => {
    rows.forEach(empty)
    show()
  }
}

function empty(row: HTMLElement) {
  for (const input of row.querySelectorAll('input')) input.value = ''
  row.hidden = true
}
