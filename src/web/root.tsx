import './root.css'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { config } from 'zod/v4/core'
import { schemaSentence } from '#api-access/rules/schema-sentences.ts'
import { ChatButton } from '#site/widgets/chat-button.tsx'
import type { Route } from './+types/root.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { Crash } from './crash.tsx'

// Forms check what is typed by the same contracts as the server, and say the same.
config({ customError: schemaSentence })

export function Layout({ children }: { children: ReactNode }) {
  // Public pages that need no behavior send no JavaScript: export const handle = { static: true }
  // Others wait with it until someone touches them: { late: true }, see late.ts
  const handle = useMatches().at(-1)?.handle as { static?: boolean; late?: boolean } | undefined
  return (
    // The color scheme is set on this element before React takes over.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <meta name="theme-color" content="#faf8f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171513" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Files of our own need no nonce; a browser hides it, and hydration would miss it. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ConsentBanner />
        <ChatButton />
        {handle?.static ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
            {handle?.late ? <script type="module" fetchPriority="low" src="/late.js" /> : null}
          </>
        )}
      </body>
    </html>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Lampstand' }]

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Crash error={error} />
}
