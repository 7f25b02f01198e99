import { createHash } from 'node:crypto'
import { generateRssFeed } from 'feedsmith'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { churchOf } from '#public-page/service.ts'
import { durationText, watchPath } from '#videos/rules/options.ts'
import { categories } from '../rules.ts'
import { feedAddress, privateAddress } from '../service.ts'
import type { podcasts } from '../tables.ts'
import { type Episode, episodesOf } from './episodes.ts'

type Row = typeof podcasts.$inferSelect
interface Heard {
  church: string
  /** Of a private address. */
  token: string | undefined
}

/** By the types that Apple Podcasts names. */
const extensions: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/x-m4a': 'm4a',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
}

/**
 * RSS 2.0 with the tags of Apple Podcasts (https://podcasters.apple.com/support/823-podcast-requirements) and of the
 * podcast namespace (https://podcasting2.org/docs/podcast-namespace), and an ETag of its content.
 */
export async function feedOf(ctx: Ctx, podcast: Row, heard: Heard): Promise<{ xml: string; etag: string }> {
  const { church, token } = heard
  const { title, description, author, ownerEmail, language, isExplicit, pictureId, guid, isPrivate } = podcast
  const { episodes } = await episodesOf(ctx, podcast.libraryId, isPrivate)
  const [category, subcategory] = categories[podcast.category]
  const address = token === undefined ? feedAddress(church, podcast.slug) : privateAddress(church, podcast.slug, token)
  const cover = `${env.publicUrl}/podcast/${church}/${podcast.slug}/cover.jpg${token ? `?feed=${token}` : ''}`
  const xml = generateRssFeed({
    title,
    link: `${env.publicUrl}/watch/${church}`,
    description: description || title,
    language,
    copyright: (await churchOf(ctx))?.name ?? author,
    ...(episodes[0] && { lastBuildDate: episodes[0].at }),
    ...(pictureId && { image: { url: cover, title, link: `${env.publicUrl}/watch/${church}` } }),
    atom: { links: [{ href: address, rel: 'self', type: 'application/rss+xml' }] },
    itunes: {
      author,
      ...(ownerEmail && { owner: { name: author, email: ownerEmail } }),
      ...(pictureId && { image: cover }),
      categories: [{ text: category, ...(subcategory && { categories: [{ text: subcategory }] }) }],
      explicit: isExplicit,
      type: 'episodic',
      // Nobody finds a private podcast by looking for it.
      ...(isPrivate && { block: true }),
    },
    podcast: { guid, locked: { value: true, ...(ownerEmail && { owner: ownerEmail }) }, medium: 'podcast' },
    items: episodes.map(episode => itemOf(episode, heard)),
  } as Parameters<typeof generateRssFeed>[0])
  // Apple's words for it are true and false.
  const said = xml.replace(/<itunes:explicit>(yes|no)</g, (_, word) => `<itunes:explicit>${word === 'yes'}<`)
  return { xml: said, etag: `"${createHash('sha256').update(said).digest('hex').slice(0, 32)}"` }
}

function itemOf({ video, at, part, size, contentType, captions }: Episode, { church, token }: Heard) {
  const feed = token ? `?feed=${token}` : ''
  const bytes = (path: string) => `${env.publicUrl}/media/${video.publicId}/${path}${feed}`
  const facts = [video.passage, video.speaker, video.series].filter(Boolean).join(' · ')
  const chapters = video.chapters.map(({ startMs, title }) => `${durationText(startMs)} ${title}`).join('\n')
  return {
    title: video.title,
    link: `${env.publicUrl}${watchPath(church, video)}`,
    description: [facts, video.description, chapters].filter(Boolean).join('\n\n') || video.title,
    guid: { value: video.publicId, isPermaLink: false },
    pubDate: at,
    enclosures: [
      {
        url: bytes(`${part === 'audio' ? 'audio' : 'file'}.${extensions[contentType] ?? 'mp4'}`),
        length: size,
        type: contentType,
      },
    ],
    itunes: {
      explicit: false,
      episodeType: 'full',
      ...(video.durationMs && { duration: Math.round(video.durationMs / 1_000) }),
      ...(video.speaker && { author: video.speaker }),
    },
    podcast: {
      transcripts: captions.map(({ id, version, language }) => ({
        url: bytes(`captions/${id}-${version}.vtt`),
        type: 'text/vtt',
        language,
        rel: 'captions',
      })),
      ...(video.chapters.length > 0 && {
        chapters: { url: bytes('chapters.json'), type: 'application/json+chapters' },
      }),
      ...(video.speaker && { persons: [{ display: video.speaker, role: 'host' }] }),
    },
  }
}
