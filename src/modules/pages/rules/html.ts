import { NOT_YET } from '#donations/published/rules.ts'
import { written } from '#email/rules/markdown.ts'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import { isPoetry, paragraphsOf } from '#scripture/rules/layout.ts'
import { type Block, type BlockType, everyBlock, type Props, safeHref, slotsOf } from './blocks.ts'
import { type Live, pluggedKey, verseKey } from './live.ts'
import { cssOf } from './style.ts'
import { videoOf } from './video.ts'

interface Scene {
  live: Live
  /** The first picture is what the visitor waits for; further ones come when they are near. */
  seen: { pictures: number }
  /** A section can't hold itself. */
  depth: number
}
type Drawn = (props: never, scene: Scene) => string

/** The widths that pictures are made in. */
export const pictureWidths = [320, 640, 960, 1_280, 1_920] as const

interface Picture {
  fileId: string | null
  alt: string
  isDecorative: boolean
}
function picture({ fileId, alt, isDecorative }: Picture, { live, seen }: Scene, style = '', sizes = '100vw'): string {
  if (!fileId) return ''
  const size = live.pictures[fileId]
  const widths = pictureWidths.filter(width => !size || width <= size.width)
  const set = (type: string) =>
    (widths.length ? widths : [pictureWidths[0]])
      .map(width => `/storage/v1/images/${e(fileId)}/${width}.${type} ${width}w`)
      .join(', ')
  const source = (type: string) => `<source type="image/${type}" srcset="${set(type)}" sizes="${sizes}">`
  const measures = size ? ` width="${size.width}" height="${size.height}"` : ''
  const when = seen.pictures++ === 0 ? ' fetchpriority="high"' : ' loading="lazy" decoding="async"'
  const img = `<img src="/storage/v1/pictures/${e(fileId)}" alt="${isDecorative ? '' : e(alt)}"${measures}${when}${style && ` class="${style}"`}>`
  return `<picture>${source('avif')}${source('webp')}${img}</picture>`
}

const link = (href: string, inner: string, className = '') => {
  const to = safeHref(href)
  const away = to && /^https?:/.test(to) ? ' rel="noopener"' : ''
  return to ? `<a href="${e(to)}"${className && ` class="${className}"`}${away}>${inner}</a>` : inner
}
const button = (label: string, href: string, look: 'filled' | 'outline' = 'filled') =>
  label
    ? safeHref(href)
      ? link(href, e(label), `button ${look}`)
      : `<span class="button ${look}">${e(label)}</span>`
    : ''
const titled = (title: string) => (title ? `<h2>${e(title)}</h2>` : '')
const words = (markdown: string) => (markdown ? `<div class="words">${written(markdown, 'page')}</div>` : '')

const socialNames = {
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
}

const drawn: { [Type in BlockType]: (props: Props<Type> & { id: string }, scene: Scene) => string } = {
  text: ({ text }) => words(text),
  heading: ({ text, level }) => `<h${level}>${e(text)}</h${level}>`,
  image: (props, scene) => {
    const cut = props.ratio === 'original' ? '' : `cut r${props.ratio.replace('/', '-')}`
    const shown = picture(props, scene, cut)
    if (!shown) return ''
    const whole = props.href ? link(props.href, shown) : shown
    return `<figure>${whole}${props.caption ? `<figcaption>${e(props.caption)}</figcaption>` : ''}</figure>`
  },
  video: (props, scene) => video(props, scene),
  button: ({ label, href, look }) => `<p>${button(label, href, look)}</p>`,
  form: ({ formId }, { live }) => form(formId ? live.forms[formId] : undefined),
  divider: () => '<hr>',
  spacer: () => '',
  columns: () => '',
  testimonial: (props, scene) =>
    `<figure class="quote">${picture(props, scene, 'face', '96px')}<blockquote>${e(props.quote)}</blockquote><figcaption><b>${e(props.name)}</b>${props.role ? `<span>${e(props.role)}</span>` : ''}</figcaption></figure>`,
  pricing: ({ items }) => `<ul class="cards plans">${items.map(plan).join('')}</ul>`,
  countdown: (props, { live }) => countdown(props, live),
  serviceTimes: ({ title }, { live }) => titled(title) + serviceTimes(live),
  events: ({ title, count }, { live }) => titled(title) + events(live.events.slice(0, count)),
  staff: ({ title, items }, { live }) => titled(title) + staff(items, live),
  visit: ({ title, text, label, href }, { live }) =>
    `<div class="visit">${titled(title)}${words(text)}${serviceTimes(live)}<p>${button(label, href)}</p></div>`,
  giving: ({ title, text, label, campaignId }, { live }) =>
    `<div class="visit">${titled(title)}${words(text)}${giving(label, live.giving[campaignId ?? ''])}</div>`,
  verse: (props, { live }) => verse(live.verses[verseKey(props)] ?? []),
  map: ({ title, label }, { live: { church } }) =>
    `${titled(title)}${church.address ? `<p class="address">${e(church.address).replaceAll('\n', '<br>')}</p><p>${link(`https://www.openstreetmap.org/search?query=${encodeURIComponent(church.address.replaceAll('\n', ', '))}`, e(label || 'Directions'), 'button outline')}</p>` : ''}`,
  social: props =>
    `<ul class="social">${(Object.keys(socialNames) as (keyof typeof socialNames)[])
      .filter(name => safeHref(props[name]))
      .map(name => `<li>${link(props[name], socialNames[name])}</li>`)
      .join('')}</ul>`,
  faq: ({ title, items }) =>
    titled(title) +
    items
      .map(({ question, answer }) => `<details><summary>${e(question)}</summary>${words(answer)}</details>`)
      .join(''),
  section: ({ sectionId }, scene) =>
    sectionId && scene.depth < 3
      ? listHtml(scene.live.sections[sectionId] ?? [], { ...scene, depth: scene.depth + 1 })
      : '',
  plugged: (props, { live }) => live.plugged[pluggedKey(props)]?.html ?? '',
  code: ({ id, code, height, title }, { live: { codeAt } }) => {
    if (!code) return ''
    if (!codeAt) return '<p class="quiet">Custom code runs on the published page.</p>'
    return `<iframe sandbox="allow-scripts" loading="lazy" title="${e(title || 'Embedded content')}" height="${height}" src="${e(codeAt)}${id}"></iframe>`
  },
}

function plan({ name, price, period, features, label, href, isPopular }: Props<'pricing'>['items'][number]): string {
  const lines = features.split('\n').filter(line => line.trim())
  return `<li class="card${isPopular ? ' popular' : ''}"><h3>${e(name)}</h3><p class="price"><b>${e(price)}</b> ${e(period)}</p><ul>${lines.map(line => `<li>${e(line)}</li>`).join('')}</ul>${button(label, href, isPopular ? 'filled' : 'outline')}</li>`
}

function form(shown: Live['forms'][string] | undefined): string {
  if (!shown?.isOpen) return '<p class="quiet">This form is not open at the moment.</p>'
  const at = `/f/${e(shown.slug)}`
  const next = shown.next ? `next=${encodeURIComponent(shown.next)}` : ''
  return `<iframe class="form" src="${at}?embed=1${next && `&amp;${next}`}" title="${e(shown.name)}" loading="lazy" height="640" data-form></iframe><noscript><p><a href="${at}${next && `?${next}`}">${e(shown.name)}</a></p></noscript>`
}

function video({ url, title, fileId }: Props<'video'>, scene: Scene): string {
  const found = videoOf(url)
  if (!found) return ''
  const name = e(title || 'Video')
  if (found.kind === 'file') return `<video controls preload="none" src="${e(found.src)}" title="${name}"></video>`
  const poster = picture({ fileId, alt: '', isDecorative: true }, scene)
  return `<div class="video" data-video="${e(found.src)}"><a href="${e(found.page)}" rel="noopener">${poster}<span class="play">Play: ${name}</span></a></div>`
}

function countdown({ title, until, after, message }: Props<'countdown'>, { moments }: Live): string {
  const moment = moments[until]
  if (!moment) return ''
  const over = after === 'message' ? `<p class="over">${e(message)}</p>` : ''
  if (moment.isOver) return over
  return `<div class="countdown" data-until="${e(moment.at)}">${titled(title)}<p><time datetime="${e(moment.at)}">${e(moment.text)}</time></p>${over && `<template>${over}</template>`}</div>`
}

const serviceTimes = ({ services }: Live) =>
  services.length === 0
    ? '<p class="quiet">Service times will be here soon.</p>'
    : `<ul class="times">${services.map(({ day, times, title, place }) => `<li><b>${e(day)}</b> <span>${times.map(e).join(' · ')}</span> <small>${e([title, place].filter(Boolean).join(', '))}</small></li>`).join('')}</ul>`

const giving = (label: string, page: Live['giving'][string] | undefined) =>
  page === undefined
    ? '<p class="quiet">Online giving is not open at the moment.</p>'
    : `${page.raised === null ? `<p>Goal: <b>${e(page.goal)}</b>. The amount raised is ${NOT_YET.toLowerCase()}.</p>` : page.percent === null ? '' : `<p><progress max="100" value="${Math.min(100, page.percent)}">${page.percent}%</progress><br><b>${e(page.raised)}</b> of ${e(page.goal)} (${page.percent}%)</p>`}<p>${button(label || 'Give now', page.href)}</p>`

const verse = (passages: Live['verses'][string]) =>
  passages.length === 0
    ? '<p class="quiet">The passage appears here once it is found.</p>'
    : passages
        .map(
          passage =>
            `<figure class="quote"><blockquote>${paragraphsOf(passage)
              .map(one => `<p>${one.lines.map(({ text }) => e(text)).join(isPoetry(one) ? '<br>' : ' ')}</p>`)
              .join(
                '',
              )}</blockquote><figcaption><b>${e(passage.name)}</b><span>${e(passage.abbreviation)}</span></figcaption></figure>`,
        )
        .join('')

const events = (items: Live['events']) =>
  items.length === 0
    ? '<p class="quiet">Nothing is planned at the moment.</p>'
    : `<ul class="cards">${items.map(({ title, when, where, href, seatsLeft }) => `<li class="card"><h3>${href ? link(href, e(title)) : e(title)}</h3><p>${e(when)}${where && `<br>${e(where)}`}</p>${seatsLeft === null ? '' : `<p class="quiet">${seatsLeft > 0 ? `${seatsLeft} ${seatsLeft === 1 ? 'seat' : 'seats'} left` : 'Full'}</p>`}${href ? button(seatsLeft === 0 ? 'Join the waitlist' : 'Sign up', href, 'outline') : ''}</li>`).join('')}</ul>`

const staff = (items: Props<'staff'>['items'], { staff: known }: Live) =>
  `<ul class="cards people">${items
    .flatMap(({ userId, role }) => {
      const one = userId ? known[userId] : undefined
      if (!one) return []
      const face = one.avatarUrl
        ? `<img src="${e(one.avatarUrl)}" alt="" width="96" height="96" loading="lazy">`
        : `<span class="mark" aria-hidden="true">${e(one.name.charAt(0))}</span>`
      return [`<li class="card">${face}<h3>${e(one.name)}</h3><p>${e(role)}</p></li>`]
    })
    .join('')}</ul>`

/** The inside of one block, without those in its columns. */
export const innerHtml = (block: Block, live: Live): string =>
  (drawn[block.type] as Drawn)(block.props as never, { live, seen: { pictures: 0 }, depth: 0 })

function blockHtml(block: Block, scene: Scene): string {
  const { id } = block.props
  const inner =
    block.type === 'columns'
      ? `<div class="columns c${block.props.count} ${block.props.stack} g${block.props.gap}">${slotsOf(block)
          .map(slot => `<div class="column">${listHtml(slot, scene)}</div>`)
          .join('')}</div>`
      : (drawn[block.type] as Drawn)(block.props as never, scene)
  return `<div class="block is-${block.type} k-${id}"><div class="inner">${inner}</div></div>`
}

const listHtml = (list: readonly Block[], scene: Scene): string => list.map(block => blockHtml(block, scene)).join('\n')

export const pageHtml = (list: readonly Block[], live: Live): string =>
  listHtml(list, { live, seen: { pictures: 0 }, depth: 0 })

/** What a block needs beside its styles, by its properties. */
export function ownCss({ type, props }: Block): string {
  if (type === 'spacer') return `.k-${props.id}{height:${props.height}px}`
  if (type === 'columns') return `.k-${props.id}>.inner>.columns{gap:${props.gap}px}`
  if (type === 'image' && props.ratio !== 'original')
    return `.k-${props.id} img{aspect-ratio:${props.ratio};object-position:${props.focusX}% ${props.focusY}%}`
  return ''
}

/** The style sheet of a page: every block's own, those of its sections too. */
export function pageCss(list: readonly Block[], live: Live): string {
  const sections = [...everyBlock(list)].flatMap(block =>
    block.type === 'section' && block.props.sectionId ? (live.sections[block.props.sectionId] ?? []) : [],
  )
  return [...everyBlock(list), ...everyBlock(sections)]
    .map(block => cssOf(block.props.id, block.props.styles) + ownCss(block))
    .join('')
}

/** Scripts that its blocks need: none for most pages. */
export function scriptsOf(html: string): string[] {
  return [
    html.includes('data-video=') && '/site-video.js',
    html.includes('data-until=') && '/site-countdown.js',
    html.includes('data-form') && '/site-form.js',
  ].filter(src => src !== false)
}
