import { Grid, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { Library } from './library.tsx'
import { StudyForm } from './study-form.tsx'
import { StudyView } from './study-view.tsx'

export const meta = () => titled('Bible Study Generator')

/** From a passage to a study whose every question names the verse that answers it, and the studies that there are. */
export default function BibleStudy() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const tab = params.get('tab') === 'library' ? 'library' : 'generator'
  return (
    <>
      <PageHeader
        title="Bible Study Generator"
        purpose="A study for your group. Every question names the verse that answers it."
      />
      <Tabs value={tab} onChange={value => change({ tab: value === 'library' ? 'library' : null })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="generator">Create Study</Tabs.Tab>
          <Tabs.Tab value="library">Study Library</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="generator">
          <Generator id={params.get('study')} sermonId={params.get('sermon')} />
        </Tabs.Panel>
        <Tabs.Panel value="library">
          <Library />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

interface GeneratorProps {
  id: string | null
  /** The sermon that a new study goes with. */
  sermonId: string | null
}
function Generator({ id, sermonId }: GeneratorProps) {
  const change = useSearchChange()
  const found = useQuery(
    api.bibleStudies.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      meta: { live: ['bible-studies', 'sermons'] },
    }),
  )
  const sermon = useQuery(
    api.sermons.get.queryOptions({ input: { id: sermonId ?? '' }, enabled: id === null && sermonId !== null }),
  )
  if (id && found.error) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
  if ((id && !found.data) || (!id && sermonId && sermon.isLoading)) return <SkeletonRows rows={8} />
  const study = id ? found.data : undefined
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Panel title={study ? 'What it was written for' : 'Your study'}>
          <StudyForm
            key={id ?? `new ${sermon.data?.id}`}
            study={study}
            sermon={sermon.data}
            onBegun={study => change({ study, sermon: null })}
          />
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <StudyView key={id ?? 'new'} study={study} />
      </Grid.Col>
    </Grid>
  )
}
