import { html, raw } from 'hono/html'
import { escapeHtml as e } from '#messaging/rules/letter.ts'
import type { Html } from '#public-page/rules/document.ts'
import type { Cue } from '../captions/rules.ts'
import { durationText, startSeconds, watchPath } from '../rules/options.ts'

/** JSON inside a script element: nothing in it can end the element. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** `?t=90` or `?t=1:30` in seconds; the beginning for anything else. */
export const startOf = (asked: string | undefined): number => startSeconds(asked ?? '') ?? 0

/** The lines of captions as paragraphs: a pause of two seconds, or four lines, begins another. */
export function transcriptOf(cues: readonly Cue[]): { startMs: number; text: string }[] {
  const parts: { startMs: number; text: string; lines: number; endMs: number }[] = []
  for (const { startMs, endMs, text } of cues) {
    const last = parts.at(-1)
    const line = text.replaceAll('\n', ' ')
    if (last && last.lines < 4 && startMs - last.endMs < 2_000)
      Object.assign(last, { text: `${last.text} ${line}`, lines: last.lines + 1, endMs })
    else parts.push({ startMs, endMs, text: line, lines: 1 })
  }
  return parts.map(({ startMs, text }) => ({ startMs, text }))
}

export interface Listed {
  title: string
  slug: string
  publicId: string
  visibility: 'public' | 'unlisted' | 'private'
  speaker: string
  series: string
  passage: string
  preachedOn: string | null
  durationMs: number | null
  thumbnail: string | null
}

/** What a page needs of a `Playback`, which it hands on to the player as it is. */
interface Film {
  publicId: string
  source: { address: string; type: string } | null
  poster: string | null
  captions: { language: string; label: string; address: string }[]
  chapters: { startMs: number; title: string }[]
  download: string | null
}

export interface Watched {
  church: string
  video: Listed & { description: string; downloadable: boolean }
  playback: Film
  /** Where the player asks for new addresses. */
  refresh: string
  /** seconds */
  start: number
  transcript: { startMs: number; text: string }[]
  passages: { name: string; abbreviation: string; verses: { number: string; text: string }[] }[]
  notes: { kind: 'title' | 'subtitle' | 'heading' | 'paragraph' | 'quote' | 'note' | 'item'; text: string }[]
  /** Buttons that lead on: give, connect card, prayer. */
  links: { href: string; text: string }[]
  next: Listed[]
  /** absent where it can't be shared by its address */
  page?: string
  schema?: object
}

const dateOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const factsOf = ({ speaker, series, preachedOn }: Listed) =>
  [speaker, series, preachedOn && dateOf(preachedOn)].filter(Boolean).join(' · ')

/** The film: a plain video element, which the player replaces where scripts run. */
export function filmMarkup(
  { playback, refresh, start }: Pick<Watched, 'playback' | 'refresh' | 'start'>,
  source: string,
) {
  const { source: film, poster, captions } = playback
  if (!film)
    return html`<div class="film waiting"><p>This video is being prepared. Please come back a little later.</p></div>`
  const tracks = captions
    .map(one => `<track kind="subtitles" src="${e(one.address)}" srclang="${e(one.language)}" label="${e(one.label)}">`)
    .join('')
  const at = start > 0 ? `#t=${start}` : ''
  return html`<div class="film"><lampstand-player${raw(source === 'site' ? '' : ' id="player"')} data-source="${source}" data-refresh="${refresh}"${raw(
    start > 0 ? ` data-start="${start}"` : '',
  )} data-playback="${JSON.stringify(playback)}"><video controls playsinline preload="none" poster="${
    poster ?? ''
  }" src="${film.address}${at}">${raw(tracks)}</video></lampstand-player></div>`
}

const section = (title: string, body: Html | Promise<Html> | Html[]) =>
  html`<section><h2>${title}</h2>${body}</section>`

const noteTags: Record<Watched['notes'][number]['kind'], string> = {
  title: 'h3',
  subtitle: 'p',
  heading: 'h3',
  paragraph: 'p',
  quote: 'blockquote',
  note: 'small',
  item: 'li',
}

function notesMarkup(notes: Watched['notes']) {
  const lines = notes.map(({ kind, text }) => `<${noteTags[kind]}>${e(text)}</${noteTags[kind]}>`).join('')
  // Items stand in lists of their own.
  return raw(lines.replace(/(<li>.*?<\/li>)+/g, '<ul>$&</ul>'))
}

const passageMarkup = ({ name, abbreviation, verses }: Watched['passages'][number]) => html`<blockquote class="verses">
<p>${verses.map(one => html`<sup>${one.number}</sup> ${one.text} `)}</p><footer>${name} (${abbreviation})</footer></blockquote>`

const seekLink = (ms: number, text: string) => {
  const seconds = Math.floor(ms / 1_000)
  return html`<a href="?t=${seconds}" data-seek="${ms}" data-for="player">${text}</a>`
}

export const cardMarkup = (
  church: string,
  one: Listed,
  path = watchPath(church, one),
) => html`<li class="sermon"><a href="${path}">
<span class="picture">${one.thumbnail ? html`<img src="${one.thumbnail}" alt="" loading="lazy" width="320" height="180">` : ''}${
  one.durationMs === null ? '' : html`<span class="length">${durationText(one.durationMs)}</span>`
}</span><strong>${one.title}</strong></a>
<span class="facts">${[one.passage, factsOf(one)].filter(Boolean).join(' · ')}</span></li>`

/** Everything beside the film works without scripts; with them, chapters and the transcript lead into the film. */
export function watchMarkup(shown: Watched) {
  const { church, video, playback, transcript, passages, notes, links, next, page, schema } = shown
  return html`<article class="watch">
${filmMarkup(shown, 'watch')}
<header><h1>${video.title}</h1><p class="facts">${factsOf(video)}</p>
${video.passage ? html`<p class="passage">${video.passage}</p>` : ''}
${links.length > 0 ? html`<p class="onward">${links.map((one, at) => html`<a class="button${at === 0 ? ' primary' : ''}" href="${one.href}">${one.text}</a>`)}</p>` : ''}</header>
<div class="columns"><div>
${video.description ? raw(paragraphsOf(video.description)) : ''}
${playback.download ? html`<p><a class="button" href="${playback.download}">Download the video</a></p>` : ''}
${playback.chapters.length > 0 ? section('Chapters', html`<ol class="chapters">${playback.chapters.map(one => html`<li>${seekLink(one.startMs, one.title)} <span>${durationText(one.startMs)}</span></li>`)}</ol>`) : ''}
${notes.length > 0 ? section('Sermon notes', notesMarkup(notes)) : ''}
${transcript.length > 0 ? html`<section><details open><summary><h2>Transcript</h2></summary><div class="transcript">${transcript.map(one => html`<p>${seekLink(one.startMs, one.text)}</p>`)}</div></details></section>` : ''}
</div><aside>
${passages.length > 0 ? section('Scripture', html`${passages.map(passageMarkup)}`) : ''}
${page ? section('Share', shareMarkup(page, video.title)) : ''}
${next.length > 0 ? section('More of this series', html`<ul class="sermons narrow">${next.map(one => cardMarkup(church, one))}</ul>`) : ''}
<p><a href="/watch/${church}">All sermons</a></p>
</aside></div></article>${schema ? raw(`<script type="application/ld+json">${jsonInHtml(schema)}</script>`) : ''}`
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(one => `<p>${e(one).replaceAll('\n', '<br>')}</p>`)
    .join('')

function shareMarkup(page: string, title: string) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(page)}`
  const text = `sms:?&body=${encodeURIComponent(`${title}: ${page}`)}`
  return html`<p class="share"><input class="link" readonly value="${page}" aria-label="Address of this page">
<a class="button" href="${mail}">Email</a> <a class="button" href="${text}">Text message</a></p>`
}

export interface Archived {
  church: string
  items: Listed[]
  asked: Asked
  series: string[]
  speakers: string[]
  years: string[]
  /** why nothing could be looked up */
  problem: string
  older: string | null
}
export interface Asked {
  q: string
  series: string
  speaker: string
  passage: string
  year: string
}

const select = (name: keyof Asked, label: string, any: string, options: string[], chosen: string) =>
  options.length === 0
    ? ''
    : html`<label>${label}<select name="${name}"><option value="">${any}</option>${options.map(
        one => html`<option${one === chosen ? raw(' selected') : ''}>${one}</option>`,
      )}</select></label>`

export function archiveMarkup({ church, items, asked, series, speakers, years, problem, older }: Archived) {
  const isNarrowed = Object.values(asked).some(Boolean)
  return html`<div class="archive"><h1>Sermons</h1>
<form method="get" role="search" class="finder">
<label class="words">Search<input type="search" name="q" value="${asked.q}" placeholder="Title, or words that were said"></label>
<label>Bible passage<input name="passage" value="${asked.passage}" placeholder="John 3:16"></label>
${select('series', 'Series', 'All series', series, asked.series)}
${select('speaker', 'Speaker', 'All speakers', speakers, asked.speaker)}
${select('year', 'Year', 'All years', years, asked.year)}
<button type="submit" class="primary">Search</button>${isNarrowed ? html` <a href="/watch/${church}">Show all</a>` : ''}
</form>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
${
  items.length > 0
    ? html`<ul class="sermons">${items.map(one => cardMarkup(church, one))}</ul>`
    : problem
      ? ''
      : html`<p class="nothing" role="status">${isNarrowed ? 'No sermon matches. Try fewer words, or another passage.' : 'There are no sermons here yet.'}</p>`
}
${older ? html`<p class="more"><a class="button" href="${older}">Older sermons</a></p>` : ''}</div>`
}

/** The password of a share link. */
export const passwordMarkup = (problem: string) => html`<section><h1>This video has a password</h1>
<p>The person who sent you the link can tell you.</p>
<form method="post"><label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password"${problem ? raw(' aria-invalid="true" aria-describedby="wrong"') : ''}>
${problem ? html`<p class="problem" id="wrong" role="alert">${problem}</p>` : ''}
<p><button type="submit" class="primary">Watch</button></p></form></section>`

/** In the portal: what someone was chosen to watch. */
export const ownVideosMarkup = (church: string, items: readonly Listed[]) => html`<h1>Videos</h1>
<p>Videos that your church chose you to watch. <a href="/watch/${church}">All sermons</a></p>
${
  items.length === 0
    ? html`<p>There is nothing here right now.</p>`
    : html`<ul class="sermons">${items.map(one => cardMarkup(church, one, `/my/${church}/videos/${one.publicId}`))}</ul>`
}`

export const ownVideoMarkup = (
  church: string,
  { title, description }: { title: string; description: string },
  film: Html | Promise<Html>,
) => html`<p><a href="/my/${church}/videos">Videos</a></p><h1>${title}</h1>${film}${raw(paragraphsOf(description))}`
