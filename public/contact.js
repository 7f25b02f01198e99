const form = document.getElementById('contact-form')
const shown = Date.now()
form.elements.subject.value ||= (new URLSearchParams(location.search).get('subject') ?? '').slice(0, 200)

const problemOf = name => form.querySelector(`[data-problem="${name}"]`)

function show(name, message) {
  problemOf(name).textContent = message
  form.elements[name]?.setAttribute('aria-invalid', String(message !== ''))
}

function clear() {
  for (const place of form.querySelectorAll('[data-problem]')) show(place.dataset.problem, '')
}

/** Each issue at its field; what belongs to none under the form. */
function refuse({ message, data }) {
  const issues = (data?.issues ?? []).filter(issue => problemOf(issue.path?.[0]))
  for (const issue of issues) show(issue.path[0], issue.message)
  if (issues.length > 0) form.elements[issues[0].path[0]].focus()
  else show('form', message)
}

async function send() {
  const { name, email, subject, message, website, isSubscribed } = form.elements
  const body = JSON.stringify({
    form: 'site',
    name: name.value,
    email: email.value,
    subject: subject.value,
    message: message.value,
    website: website.value,
    isSubscribed: isSubscribed.checked,
    elapsed: Date.now() - shown,
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/rest/v1/contact/submit', { method: 'POST', headers, body })
  if (!answer.ok) return refuse(await answer.json())
  form.hidden = true
  const thanks = document.getElementById('contact-thanks')
  thanks.hidden = false
  thanks.focus()
}

form.addEventListener('submit', async event => {
  event.preventDefault()
  const button = form.querySelector('button')
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
