const place = document.getElementById('connection')!
const result = place.querySelector('p')!
const details = place.querySelector('[data-details]')!
const trouble = place.querySelector<HTMLElement>('[data-trouble]')!
const again = document.querySelector<HTMLButtonElement>('#connection-again')!
const patience = 10_000

function show(state: '' | 'good' | 'bad', message: string, why = '') {
  place.dataset.state = state
  result.textContent = message
  details.textContent = why
  trouble.hidden = state !== 'bad'
}

async function test() {
  again.disabled = true
  show('', 'Testing the connection…')
  try {
    const signal = AbortSignal.timeout(patience)
    const { ok, status } = await fetch('/rest/v1/', { method: 'HEAD', cache: 'no-store', signal })
    if (ok) show('good', 'Server connection successful')
    else show('bad', `Server connection failed: ${status}`, `Test failed: status ${status}`)
  } catch (error) {
    show('bad', 'Connection test failed', `Test failed: ${(error as Error).message}`)
  }
  again.disabled = false
}

again.addEventListener('click', test)
test()
