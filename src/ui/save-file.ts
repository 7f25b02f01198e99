/** Hands the browser a file of our making to save, such as an export. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8') {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  link.download = name
  link.click()
  // The browser reads it after the click; by the next minute it has.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
