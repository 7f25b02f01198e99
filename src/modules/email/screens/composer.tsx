import { Alert, Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { Actions } from './actions.tsx'
import { Checks } from './checks.tsx'
import classes from './composer.module.css'
import { Editor } from './editor.tsx'
import { Preview } from './preview.tsx'
import { Recipients } from './recipients.tsx'
import { Report } from './report.tsx'
import { type Issue, useDraft } from './use-draft.ts'

export const meta = () => titled('Newsletter')

/** One newsletter: written here, looked at, tested, sent, and afterwards what became of it. */
export default function Composer() {
  const { user } = useMe()
  const { id = '' } = useParams()
  const issue = useQuery(
    api.newsletters.get.queryOptions({
      input: { id },
      enabled: user.role === 'admin',
      refetchInterval: ({ state }) =>
        state.data?.state === 'sending' ? 1_000 : state.data?.state === 'scheduled' ? 15_000 : false,
    }),
  )
  if (user.role !== 'admin') return <Navigate to="/dashboard" replace />
  if (issue.error && !issue.data)
    return (
      <>
        <PageHeader title="Newsletter" />
        <ErrorPanel error={issue.error} what="this newsletter" onRetry={() => void issue.refetch()} />
      </>
    )
  if (!issue.data)
    return (
      <>
        <PageHeader title="Newsletter" />
        <SkeletonRows rows={8} />
      </>
    )
  // A draft that someone returned to draft, or changed elsewhere, is reset with what is stored.
  return issue.data.state === 'draft' ? (
    <Draft key={issue.data.id} issue={issue.data} />
  ) : (
    <Settled issue={issue.data} />
  )
}

const back = (
  <Anchor component={Link} to="/admin#newsletter">
    All newsletters
  </Anchor>
)

function Draft({ issue }: { issue: Issue }) {
  const draft = useDraft(issue)
  return (
    <>
      <PageHeader
        title={draft.words.subject || 'New newsletter'}
        purpose={back}
        action={<Actions issue={issue} draft={draft} />}
      >
        <StatusBadge of="campaign" value={issue.state} />
      </PageHeader>
      {issue.problem ? (
        <Alert color="yellow" mb="md">
          {issue.problem}
        </Alert>
      ) : null}
      <div className={classes.columns}>
        <Editor draft={draft} />
        <div className={classes.side}>
          <Preview words={draft.words} />
          <Checks issue={issue} words={draft.words} saved={draft.saved} />
        </div>
      </div>
    </>
  )
}

function Settled({ issue }: { issue: Issue }) {
  const state = useListState<string>({ sort: 'address', filters: ['outcome'] })
  const rows = useRef<HTMLDivElement>(null)
  const pick = (outcome: string | null) => {
    state.setFilter('outcome', outcome)
    rows.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <PageHeader title={issue.subject} purpose={back} action={<Actions issue={issue} />}>
        <StatusBadge of="campaign" value={issue.state} />
      </PageHeader>
      <Stack>
        <div className={classes.columns}>
          {issue.progress && issue.reading ? (
            <Report issue={issue} progress={issue.progress} reading={issue.reading} onPick={pick} />
          ) : (
            <Checks issue={issue} words={issue} saved />
          )}
          <Preview words={issue} />
        </div>
        {issue.progress ? (
          <div ref={rows} className={classes.rows}>
            <Recipients issue={issue} state={state} />
          </div>
        ) : null}
      </Stack>
    </>
  )
}
