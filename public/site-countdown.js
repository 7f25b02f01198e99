// The time that is left, beside the date that is always there. No visitor has a deadline of their own.
const second = 1000
for (const box of document.querySelectorAll('[data-until]')) {
  const until = Date.parse(box.dataset.until)
  const left = document.createElement('span')
  left.dataset.left = ''
  box.querySelector('time').before(left)
  const unit = (amount, name) =>
    new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(
      amount,
    )
  const show = () => {
    const rest = Math.floor((until - Date.now()) / second)
    if (rest <= 0) return end()
    const days = Math.floor(rest / 86400)
    const parts =
      days > 0
        ? [unit(days, 'day'), unit(Math.floor((rest % 86400) / 3600), 'hour')]
        : [
            unit(Math.floor(rest / 3600), 'hour'),
            unit(Math.floor((rest % 3600) / 60), 'minute'),
            unit(rest % 60, 'second'),
          ]
    left.textContent = parts.join(' ')
  }
  const end = () => {
    clearInterval(timer)
    const after = box.querySelector('template')
    box.replaceWith(after ? after.content : '')
  }
  const timer = setInterval(show, second)
  show()
}
