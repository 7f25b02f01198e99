import { isEmail, isPhone } from '../../rules/answers.ts'
import { fields, form, isKiosk, readAnswers, readEntries, reportSeen, visit } from './page.ts'

/*
 * Where the page says so, what stands in it is kept, once there is someone to be helped and they have gone on: no
 * files, nothing that they agree to, and never on a device that many use.
 */
let kept = ''
let timer: ReturnType<typeof setTimeout> | undefined

function isReachable(): boolean {
  const answers = readAnswers()
  return fields.some(({ key, type }) => {
    const said = answers[key]
    return typeof said === 'string' && (type === 'email' ? isEmail(said) : type === 'phone' && isPhone(said))
  })
}

export const stopDraft = () => clearTimeout(timer)

export function saveDraftSoon() {
  if (!('keeps' in form.dataset) || isKiosk || !visit.begun || !isReachable()) return
  stopDraft()
  timer = setTimeout(saveDraft, 800)
}

function saveDraft() {
  stopDraft()
  if (visit.left || form.hidden) return
  const own = new Set(fields.filter(one => /^(consent|file|hidden)$/.test(one.type)).map(one => one.key))
  const body = new URLSearchParams(readEntries().filter(([name]) => !own.has(name)))
  body.set('_at', visit.at)
  if (body.toString() === kept) return
  kept = body.toString()
  navigator.sendBeacon?.(`/f/${form.dataset.slug}/kept`, body)
}

export function forgetDraft() {
  kept = ''
  stopDraft()
}

/** Where someone stopped: the field that they were at, and nothing of what they wrote. */
export function leave() {
  // Only what was kept before: a visitor who has typed only their address is not to be written to yet.
  if (kept) saveDraft()
  if (visit.begun && !visit.left && !form.hidden && visit.at) reportSeen(`exit:${visit.at}`)
  visit.left = true
}
