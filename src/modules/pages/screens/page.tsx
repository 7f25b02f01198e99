import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { PageMenu } from './page-menu.tsx'
import { PageSettings } from './page-settings.tsx'
import { PageState } from './pages.tsx'
import { PreviewLink } from './preview-link.tsx'
import { Publish } from './publish.tsx'
import { SchedulePage } from './schedule-page.tsx'
import { Translate } from './translate.tsx'
import { type PageDraft, type SitePage, usePageDraft } from './use-page-draft.ts'
import { SaveVersion, Versions } from './versions.tsx'

export const meta = () => titled('Page Builder')

// The builder is large, and nobody else's screen waits for it.
const Editor = lazy(() => import('./editor.tsx'))

const back = (
  <Anchor component={Link} to="/page-builder">
    All pages
  </Anchor>
)

/** One page in the builder. */
export default function PageScreen() {
  const { id = '' } = useParams()
  const page = useQuery(api.pages.get.queryOptions({ input: { id } }))
  if (page.error && !page.data)
    return (
      <>
        <PageHeader title="Page" purpose={back} />
        <ErrorPanel error={page.error} what="this page" onRetry={() => void page.refetch()} />
      </>
    )
  if (!page.data)
    return (
      <>
        <PageHeader title="Page" purpose={back} />
        <SkeletonRows rows={8} />
      </>
    )
  return <Whole key={page.data.id} page={page.data} />
}

export type PagePanel = 'settings' | 'versions' | 'save' | 'translate' | 'preview' | 'schedule'

function Whole({ page }: { page: SitePage }) {
  const draft = usePageDraft(page)
  const [panel, setPanel] = useState<PagePanel | null>(null)
  const close = () => setPanel(null)
  const shown = draft.saved ? page : { ...page, isFresh: false }
  const given = { page, draft, onClose: close }
  return (
    <>
      <PageHeader
        title={draft.words.name}
        purpose={
          <Group component="span" gap="xs">
            {back}
            <SaveState state={draft} />
            <PageState page={shown} />
          </Group>
        }
        action={<Publish page={page} draft={draft} />}
        menu={<PageMenu page={page} draft={draft} open={setPanel} />}
      >
        <Group gap="xs" visibleFrom="sm">
          <Button variant="default" onClick={() => setPanel('preview')}>
            Preview
          </Button>
          <Button variant="default" onClick={() => setPanel('save')}>
            Save
          </Button>
        </Group>
      </PageHeader>
      {draft.conflict ? <Conflict draft={draft} /> : null}
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <Editor page={page} draft={draft} />
      </Suspense>
      <PageSettings opened={panel === 'settings'} {...given} />
      <Versions opened={panel === 'versions'} {...given} />
      <SaveVersion opened={panel === 'save'} {...given} />
      <Translate opened={panel === 'translate'} {...given} />
      <PreviewLink opened={panel === 'preview'} {...given} />
      <SchedulePage opened={panel === 'schedule'} {...given} />
    </>
  )
}

export interface PanelProps {
  page: SitePage
  draft: PageDraft
  opened: boolean
  onClose: () => void
}

const Conflict = ({ draft }: { draft: PageDraft }) => (
  <Alert color="yellow" role="alert" mb="md" title="Someone else changed this page while you were building">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use the saved version, or save yours over it.
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
        Use their version
      </Button>
      <Button size="xs" onClick={() => void draft.settle(true)}>
        Save my version
      </Button>
    </Group>
  </Alert>
)
