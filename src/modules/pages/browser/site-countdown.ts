// The time that is left, beside the date that is always there. No visitor has a deadline of their own.
const second = 1000

const unit = (amount: number, name: 'day' | 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(
    amount,
  )

/** The two largest units, or three once the last day has begun. */
const remaining = (rest: number): string[] =>
  rest >= 86_400
    ? [unit(Math.floor(rest / 86_400), 'day'), unit(Math.floor((rest % 86_400) / 3600), 'hour')]
    : [unit(Math.floor(rest / 3600), 'hour'), unit(Math.floor((rest % 3600) / 60), 'minute'), unit(rest % 60, 'second')]

for (const box of document.querySelectorAll<HTMLElement>('[data-until]')) {
  const until = Date.parse(box.dataset.until!)
  const left = document.createElement('span')
  left.dataset.left = ''
  box.querySelector('time')!.before(left)
  const show = () => {
    const rest = Math.floor((until - Date.now()) / second)
    if (rest <= 0) return end()
    left.textContent = remaining(rest).join(' ')
  }
  const end = () => {
    clearInterval(timer)
    const after = box.querySelector('template')
    box.replaceWith(after ? after.content : '')
  }
  const timer = setInterval(show, second)
  show()
}
