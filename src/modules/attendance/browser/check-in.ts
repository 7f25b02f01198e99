// A kiosk starts over when nobody touches it, so that no names stay on its screen.
const mark = document.querySelector<HTMLElement>('[data-reset]')
if (mark) {
  const wait = Number(mark.dataset.seconds) * 1000
  const leave = () => location.replace(mark.dataset.reset!)
  let timer = setTimeout(leave, wait)
  for (const name of ['pointerdown', 'keydown', 'input'])
    addEventListener(name, () => {
      clearTimeout(timer)
      timer = setTimeout(leave, wait)
    })
}
document.querySelector<HTMLInputElement>('#digits')?.focus()
