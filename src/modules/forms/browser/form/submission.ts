import { stopDraft } from './draft.ts'
import { action, form, isConnected, isEmbedded, isKiosk, OFFLINE, readEntries, thanks, visit } from './page.ts'
import { postAnswers, readWaiting, storeWaiting } from './queue.ts'
import { clearForm, returnLater } from './restart.ts'
import { showProblems } from './steps.ts'

interface Reply {
  /** A gateway's page, where there is something to pay. */
  pay?: string
  problems?: Record<string, string>
  message?: string
}
const readReply = (answer: Response): Promise<Reply> => answer.json().catch(() => ({}))

/** A gateway's page stands in no frame. */
const openPage = (address: string) => open(address, isEmbedded ? '_top' : '_self')

export async function sendAnswers() {
  const sending = { action, body: new URLSearchParams(readEntries()).toString(), at: Date.now() }
  stopDraft()
  let answer: Response
  try {
    answer = await postAnswers(sending)
  } catch {
    storeWaiting([...readWaiting().filter(one => one.body !== sending.body), sending])
    return showThanks(true)
  }
  const { pay, problems, message } = await readReply(answer)
  if (!answer.ok)
    showProblems(
      problems ?? { form: message ?? 'The server is not responding. Nothing you typed is lost. Please try again.' },
    )
  else if (!pay) showThanks(false)
  else {
    visit.left = true
    openPage(pay)
  }
}

/** @param isKept they could not leave yet */
function showThanks(isKept: boolean) {
  visit.left = true
  if (form.dataset.redirect && !isKept && !isKiosk) {
    openPage(form.dataset.redirect)
    return
  }
  clearForm()
  form.hidden = true
  thanks.hidden = false
  thanks.querySelector<HTMLElement>('[data-kept]')!.hidden = !isKept
  thanks.focus()
  parent.postMessage({ type: 'lampstand-form', height: document.documentElement.offsetHeight, top: true }, '*')
  if (isKiosk) returnLater(isKept ? 12_000 : 6_000)
}

/*
 * Another language is another page, to which this one goes with everything that was typed. Without a connection it
 * would be lost on the way, and on a kiosk nobody could come back.
 */
let isLeaving = false
export async function switchLanguage(event: SubmitEvent) {
  if (isLeaving) return
  event.preventDefault()
  const button = event.submitter!
  if (button.getAttribute('aria-current')) return
  if (visit.uploads > 0) return showProblems({ form: 'A file is still uploading. Please wait a moment.' })
  if (!(await isConnected())) return showProblems({ form: OFFLINE })
  visit.left = true
  isLeaving = true
  form.requestSubmit(button)
}
