// The page of a form. It is whole without this file; with it, nothing that was typed can be lost on the way.
import { isAnswered, problemsOf } from '../rules/answers.ts'
import { leave, saveDraftSoon } from './form/draft.ts'
import { openFamily } from './form/family.ts'
import { openFiles } from './form/files.ts'
import { fields, form, isEmbedded, isKiosk, isSwitched, readAnswers, reportSeen, submit, visit } from './form/page.ts'
import { flushQueue, readWaiting, storeWaiting } from './form/queue.ts'
import { ownAnswers, rememberPristine, resets, returnNow, watchRest } from './form/restart.ts'
import { goBack, goOn, refresh, showProblems } from './form/steps.ts'
import { sendAnswers, switchLanguage } from './form/submission.ts'

visit.begun = isSwitched && Object.values(readAnswers()).some(isAnswered)
if (isSwitched) ownAnswers()
form.addEventListener('input', () => {
  refresh()
  if (!visit.begun) reportSeen('start')
  visit.begun = true
})
form.addEventListener('change', refresh)
form.addEventListener('focusin', event => {
  const next = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset.field ?? visit.at
  if (next !== visit.at) saveDraftSoon()
  visit.at = next
})
form.querySelector('[data-on]')!.addEventListener('click', goOn)
form.querySelector('[data-back]')!.addEventListener('click', goBack)
addEventListener('pagehide', leave)
form.addEventListener('submit', async event => {
  if (event.submitter instanceof HTMLButtonElement && event.submitter.name === '_to') return switchLanguage(event)
  event.preventDefault()
  if (submit.getAttribute('aria-disabled') === 'true') return
  // The Enter key in a field, before the last page.
  if (submit.hidden) return goOn()
  const problems = problemsOf(fields, readAnswers())
  showProblems(problems)
  if (Object.keys(problems).length > 0) return
  if (visit.uploads > 0) return showProblems({ form: 'A file is still uploading. Please wait a moment.' })
  submit.setAttribute('aria-disabled', 'true')
  submit.dataset.busy = ''
  await sendAnswers().finally(() => {
    submit.removeAttribute('aria-disabled')
    delete submit.dataset.busy
  })
})

for (const box of form.querySelectorAll<HTMLElement>('[data-family]')) resets.push(openFamily(box))
for (const box of form.querySelectorAll<HTMLElement>('[data-files]')) resets.push(openFiles(box))
refresh()
if (!isSwitched) rememberPristine()
storeWaiting(readWaiting())
flushQueue()
addEventListener('online', flushQueue)
setInterval(flushQueue, 15_000)
if (!isSwitched) reportSeen('view')
if (isKiosk) {
  for (const sign of ['input', 'pointerdown', 'keydown']) document.addEventListener(sign, watchRest)
  document.querySelector('[data-next]')!.addEventListener('click', returnNow)
  watchRest()
}
if (isEmbedded && parent !== window) {
  const grow = () => parent.postMessage({ type: 'lampstand-form', height: document.documentElement.offsetHeight }, '*')
  new ResizeObserver(grow).observe(document.documentElement)
  grow()
}
