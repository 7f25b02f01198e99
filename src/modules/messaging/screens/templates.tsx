import '#web/app.css'
import { Anchor, Text, Title } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { queryClient } from '#web/query.ts'
import { titled } from '#web/title.ts'
import classes from './outbox.module.css'
import { Split } from './reading.tsx'

export const meta = () => titled('Email templates')

interface Template {
  name: string
  subject: string
  text: string
  html: string
}

async function load() {
  const answer = await fetch('/rest/v1/outbox/templates')
  if (!answer.ok) throw new Error('Templates are shown only on a computer that runs Lampstand for testing.')
  const { items } = (await answer.json()) as { items: Template[] }
  return items.map(({ name, ...words }) => ({ ...words, id: name, recipient: name }))
}

export default function TemplatesScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Templates />
    </QueryClientProvider>
  )
}

/** Every mail that the product writes, with sample words, in both parts. */
function Templates() {
  const { data, error, refetch } = useQuery({ queryKey: ['email templates'], queryFn: load })
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <div>
          <Title order={1}>Email templates</Title>
          <Text c="dimmed">Every email that Lampstand sends, with sample content.</Text>
        </div>
        <Anchor href="/outbox">Outbox</Anchor>
      </header>
      {error ? (
        <ErrorPanel error={error} what="the templates" onRetry={() => void refetch()} />
      ) : data ? (
        <Split items={data} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </main>
  )
}
