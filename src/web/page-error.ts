/** What the log says of a page that failed: one line of JSON with the fields of the server's own lines, and nothing of the query. */
export function pageErrorLine(error: unknown, url: string, at = new Date()): string {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {}
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const err = { type: name, message, stack }
  return JSON.stringify({ level: 50, time: at.toISOString(), path, err, msg: 'a page failed' })
}
