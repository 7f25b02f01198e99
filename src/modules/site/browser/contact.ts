import type { NewSubmission } from '../contact/contract.ts'

interface Fields extends HTMLFormControlsCollection {
  name: HTMLInputElement
  email: HTMLInputElement
  subject: HTMLInputElement
  message: HTMLTextAreaElement
  website: HTMLInputElement
  isSubscribed: HTMLInputElement
}

interface Refusal {
  message: string
  data?: { issues?: { path?: string[]; message: string }[] }
}

const form = document.querySelector<HTMLFormElement>('#contact-form')!
const fields = form.elements as Fields
const shown = Date.now()
fields.subject.value ||= (new URLSearchParams(location.search).get('subject') ?? '').slice(0, 200)

const problemOf = (name: string | undefined) => form.querySelector<HTMLElement>(`[data-problem="${name}"]`)
const fieldOf = (name: string) => fields.namedItem(name) as HTMLInputElement | null

function show(name: string, message: string) {
  problemOf(name)!.textContent = message
  fieldOf(name)?.setAttribute('aria-invalid', String(message !== ''))
}

function clear() {
  for (const place of form.querySelectorAll<HTMLElement>('[data-problem]')) show(place.dataset.problem!, '')
}

/** Each issue at its field; what belongs to none under the form. */
function refuse({ message, data }: Refusal) {
  const issues = (data?.issues ?? []).filter(issue => problemOf(issue.path?.[0]))
  for (const issue of issues) show(issue.path![0]!, issue.message)
  if (issues.length > 0) fieldOf(issues[0]!.path![0]!)!.focus()
  else show('form', message)
}

async function send() {
  const { name, email, subject, message, website, isSubscribed } = fields
  const submission: NewSubmission = {
    form: 'site',
    name: name.value,
    email: email.value,
    subject: subject.value,
    message: message.value,
    website: website.value,
    isSubscribed: isSubscribed.checked,
    elapsed: Date.now() - shown,
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/rest/v1/contact/submit', { method: 'POST', headers, body: JSON.stringify(submission) })
  if (!answer.ok) return refuse(await answer.json())
  form.hidden = true
  const thanks = document.getElementById('contact-thanks')!
  thanks.hidden = false
  thanks.focus()
}

form.addEventListener('submit', async event => {
  event.preventDefault()
  const button = form.querySelector('button')!
  if (button.disabled) return
  button.disabled = true
  clear()
  try {
    await send()
  } catch {
    show('form', 'Network error. Please check your connection and try again.')
  } finally {
    button.disabled = false
  }
})
