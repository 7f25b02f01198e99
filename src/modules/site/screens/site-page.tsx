import '@fontsource/inter/400.css'
import '@fontsource/inter/600.css'
import '@fontsource/source-serif-4/600.css'
import type { ReactNode } from 'react'
import { headOf } from '../rules/head.ts'
import classes from './page.module.css'
import { PublicPage } from './public-page.tsx'

interface SitePageProps {
  title: string
  /** One or two sentences under the title. */
  lead?: ReactNode
  wide?: boolean
  children?: ReactNode
}

/** A page of words: title, lead and what follows. */
export function SitePage({ title, lead, wide, children }: SitePageProps) {
  return (
    <PublicPage>
      <article className={wide ? `${classes.page} ${classes.wide}` : classes.page}>
        <h1>{title}</h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
        {children}
      </article>
    </PublicPage>
  )
}

type More = Partial<Omit<Parameters<typeof headOf>[0], 'title' | 'description' | 'path'>>

/** What a public page at `path` says of itself: title, description, preview for those who share it. */
export const described = (title: string, description: string, path: string, more: More = {}) =>
  headOf({ title: `${title} · Lampstand`, description, path, ...more })
