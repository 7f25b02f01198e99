import { notice, say } from './page.ts'

/** Answers that could not leave wait on this device, and nothing else does. */
export interface Waiting {
  action: string
  body: string
  /** Milliseconds since 1970. */
  at: number
}

const QUEUE = 'lampstand.forms.waiting'
const MONTH = 30 * 86_400_000
// A frame on another site may be allowed no storage: then they wait in this page alone.
let here: Waiting[] = []
let isStored = true

export function readWaiting(): Waiting[] {
  try {
    here = JSON.parse(localStorage.getItem(QUEUE) ?? '[]')
  } catch {
    isStored = false
  }
  return here.filter(one => Date.now() - one.at < MONTH)
}

/** What waits would be lost with this page. */
export const isOnlyHere = () => here.length > 0 && !isStored

export function storeWaiting(list: Waiting[]) {
  here = list
  try {
    if (list.length > 0) localStorage.setItem(QUEUE, JSON.stringify(list))
    else localStorage.removeItem(QUEUE)
  } catch {
    isStored = false
  }
  const count = list.length
  notice.hidden = count === 0
  notice.textContent =
    count === 1
      ? say('One submission is waiting on this device. Please leave this page open.')
      : say('{0} submissions are waiting on this device. Please leave this page open.', count)
}

export const postAnswers = ({ action, body }: Waiting): Promise<Response> =>
  fetch(action, {
    method: 'POST',
    body,
    credentials: 'omit',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
  })

let isFlushing = false
export async function flushQueue() {
  if (isFlushing) return
  isFlushing = true
  try {
    for (const one of readWaiting()) {
      // Nobody is here any more to be told that no place is left: it is kept for staff to decide.
      const answer = await postAnswers({ ...one, body: `${one.body}&_waited=1` })
      // Busy or restarting: it stays where it is.
      if (answer.status === 429 || answer.status >= 500) break
      storeWaiting(readWaiting().filter(other => other.body !== one.body))
    }
  } catch {
    // Still no connection.
  } finally {
    isFlushing = false
  }
}
