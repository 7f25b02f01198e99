import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import type { Graph } from '../rules/graph.ts'
import { type Line, summaryOf } from '../rules/summary.ts'
import { Marked } from './node-card.tsx'
import classes from './summary.module.css'
import { useDescriber } from './use-describer.ts'
import { useVersions, type Workflow } from './use-workflow.ts'

export const meta = () => titled('Workflow summary')

/** The workflow in plain English on one sheet, for people who decide about it and never open the canvas. */
export default function SummaryScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(api.workflows.get.queryOptions({ input: { id } }))
  const versions = useVersions(id)
  if (error) return <ErrorPanel error={error} what="this workflow" onRetry={() => void refetch()} />
  if (!data || !versions.data) return <SkeletonRows rows={6} />
  const live = versions.data.items.find(one => one.number === data.published)
  return (
    <>
      <PageHeader
        title="Summary"
        purpose={
          <Anchor component={Link} to={`/automation/${id}`} size="sm">
            Back to {data.name}
          </Anchor>
        }
        action={
          <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <Sheet workflow={data} graph={live?.graph ?? data.draft} publishedAt={live?.publishedAt ?? null} />
    </>
  )
}

interface SheetProps {
  workflow: Workflow
  graph: Graph
  publishedAt: string | Date | null
}

function Sheet({ workflow, graph, publishedAt }: SheetProps) {
  const says = useDescriber()
  const { date } = useFormat()
  const { account } = useMe()
  const { opening, lines, closing } = summaryOf(graph, says)
  return (
    <Paper p="xl" className={classes.sheet}>
      <Stack gap="md">
        <div>
          <Title order={2}>{workflow.name}</Title>
          <Text size="sm" c="dimmed">
            {account.name} ·{' '}
            {publishedAt ? `version ${workflow.published}, published ${date(publishedAt)}` : 'draft, not published'}
          </Text>
        </div>
        {workflow.description ? <Text>{workflow.description}</Text> : null}
        <Text>{opening.join(' ')}</Text>
        {lines.length > 0 ? <Lines lines={lines} /> : <Text c="dimmed">It has no steps yet.</Text>}
        <Text>{closing}</Text>
      </Stack>
    </Paper>
  )
}

const Lines = ({ lines }: { lines: Line[] }) => (
  <ol className={classes.lines}>
    {lines.map(line => (
      <li key={line.id}>
        <Marked text={line.text} />
        {line.sides.map(side => (
          <div key={side.label} className={classes.side}>
            <Text fw={550}>
              <Marked text={side.label} />
            </Text>
            {side.lines.length > 0 ? <Lines lines={side.lines} /> : <Text c="dimmed">Nothing more.</Text>}
          </div>
        ))}
      </li>
    ))}
  </ol>
)
