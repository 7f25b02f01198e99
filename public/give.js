// Shows what will be charged while the giver types. The page is whole without it.
const total = document.querySelector('[data-total]')
const form = total?.closest('form')

/** Minor units of what was typed, or null where it is no amount. */
function minor(text, digits) {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim().replace(/^\p{Sc}\s*/u, ''))
  if (!match || (match[2] ?? '').length > digits) return null
  return Number(match[1].replaceAll(',', '') + (match[2] ?? '').padEnd(digits, '0'))
}

function show() {
  const { currency, locale, basisPoints, fixed } = total.dataset
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits
  const data = new FormData(form)
  const parts = [...data].filter(([name, value]) => name.startsWith('fund_') && value.trim() !== '')
  const other = (data.get('other') ?? '').trim()
  const amounts =
    parts.length > 0
      ? parts.map(([, value]) => minor(value, digits))
      : [other ? minor(other, digits) : Number(data.get('amount') ?? 0)]
  const amount = amounts.includes(null) ? 0 : amounts.reduce((sum, one) => sum + one, 0)
  const charged =
    data.get('cover') === 'yes'
      ? Math.ceil(((amount + Number(fixed)) * 10_000) / (10_000 - Number(basisPoints)))
      : amount
  total.hidden = !(amount > 0)
  total.querySelector('strong').textContent = format.format(charged / 10 ** digits)
}

if (form) {
  form.addEventListener('input', show)
  show()
}
