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
import { Preview } from './preview.tsx'
import { SermonForm } from './sermon-form.tsx'

export const meta = () => titled('AI Sermon Generator')

/** From a passage and a theme to a manuscript whose every verse is the stored text, and the sermons that there are. */
export default function SermonGenerator() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const tab = params.get('tab') === 'library' ? 'library' : 'generator'
  return (
    <>
      <PageHeader
        title="AI Sermon Generator"
        purpose="A manuscript from your passage. Every verse in it is compared with the stored Bible."
      />
      <Tabs value={tab} onChange={value => change({ tab: value === 'library' ? 'library' : null })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="generator">Generator</Tabs.Tab>
          <Tabs.Tab value="library">Library</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="generator">
          <Generator id={params.get('sermon')} />
        </Tabs.Panel>
        <Tabs.Panel value="library">
          <Library />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Generator({ id }: { id: string | null }) {
  const change = useSearchChange()
  const found = useQuery(
    api.sermons.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['sermons'] } }),
  )
  if (id && found.error) return <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
  if (id && !found.data) return <SkeletonRows rows={8} />
  const sermon = id ? found.data : undefined
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Panel title={sermon ? 'What it was written for' : 'Your sermon'}>
          <SermonForm key={id ?? 'new'} sermon={sermon} onBegun={sermon => change({ sermon })} />
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Preview key={id ?? 'new'} sermon={sermon} />
      </Grid.Col>
    </Grid>
  )
}
