// Shows what will be charged while the giver types. The page is whole without it.
const total = document.querySelector<HTMLElement>('[data-total]')
const form = total?.closest('form')

/** Minor units of what was typed, or null where it is no amount. */
function minor(text: string, digits: number): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim().replace(/^\p{Sc}\s*/u, ''))
  if (!match || (match[2] ?? '').length > digits) return null
  return Number(match[1]!.replaceAll(',', '') + (match[2] ?? '').padEnd(digits, '0'))
}

/** Minor units of the gift, with its funds added up; 0 while a part is no amount. */
function amountOf(data: FormData, digits: number): number {
  const typed = [...data].map(([name, value]) => [name, String(value)] as const)
  const parts = typed.filter(([name, value]) => name.startsWith('fund_') && value.trim() !== '')
  const other = String(data.get('other') ?? '').trim()
  const amounts =
    parts.length > 0
      ? parts.map(([, value]) => minor(value, digits))
      : [other ? minor(other, digits) : Number(data.get('amount') ?? 0)]
  return amounts.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) || 0
}

function show(place: HTMLElement, data: FormData) {
  const { currency, locale, basisPoints, fixed } = place.dataset
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currency! })
  const digits = format.resolvedOptions().maximumFractionDigits!
  const amount = amountOf(data, digits)
  const charged =
    data.get('cover') === 'yes'
      ? Math.ceil(((amount + Number(fixed)) * 10_000) / (10_000 - Number(basisPoints)))
      : amount
  place.hidden = !(amount > 0)
  place.querySelector('strong')!.textContent = format.format(charged / 10 ** digits)
}

if (total && form) {
  form.addEventListener('input', () => show(total, new FormData(form)))
  show(total, new FormData(form))
}
