import { Anchor, Loader, Text } from '@mantine/core'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { PeopleTabs } from '#people/widgets/people-tabs.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import classes from './import.module.css'
import { ImportDrop } from './import-drop.tsx'
import { EarlierImports } from './import-list.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPlan } from './import-plan.tsx'
import { useImport } from './use-import.ts'

export const meta = () => titled('Import people')

export default function ImportScreen() {
  const [params, setParams] = useSearchParams()
  const mayWrite = useMay('people.write')
  const id = params.get('import')
  if (!mayWrite)
    return (
      <EmptyState
        icon={<IconLock stroke={1.75} />}
        title="You can’t import people"
        text="Ask an admin or a staff member to import the list, or to change your role."
      />
    )
  if (id) return <OneImport key={id} id={id} />
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Import people"
        purpose="Bring your list from Planning Center, Mailchimp, Google Contacts, Outlook, HubSpot or any spreadsheet."
      />
      <ImportDrop onImport={made => setParams({ import: made })} />
      <EarlierImports />
    </>
  )
}

function OneImport({ id }: { id: string }) {
  const { query, save, step } = useImport(id)
  const found = query.data
  return (
    <>
      <Anchor component={Link} to="/people/import" size="sm" className={classes.back}>
        <IconArrowLeft size={16} stroke={1.75} /> All imports
      </Anchor>
      {query.error ? (
        <ErrorPanel error={query.error} what="this import" onRetry={() => void query.refetch()} />
      ) : !found ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <PageHeader title={found.name} purpose={purposeOf(found.state)}>
            <StatusBadge of="import" value={found.state} />
          </PageHeader>
          {found.state === 'analysing' ? (
            <Reading />
          ) : ['ready', 'checked', 'checking'].includes(found.state) ? (
            <ImportPlan found={found} save={save} step={step} />
          ) : (
            <ImportOutcome found={found} step={step} />
          )}
        </>
      )}
    </>
  )
}

const purposes: Record<string, string> = {
  analysing: 'We are reading the file. Nothing is imported yet.',
  ready: 'Please check what we found. Nothing is imported until you confirm.',
  checking: 'We are checking the file. Nothing is imported yet.',
  checked: 'This is what will happen. Nothing is imported until you confirm.',
  running: 'You can leave this page. The import continues, and you get a notification when it is done.',
}
const purposeOf = (state: string) => purposes[state]

function Reading() {
  return (
    <div className={classes.reading} role="status">
      <Loader size="sm" aria-hidden />
      <Text>Reading the file…</Text>
    </div>
  )
}
