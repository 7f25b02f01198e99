import { Button, Tabs } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { bytesText } from '../rules/options.ts'
import { Library } from './library.tsx'
import { UploadTab } from './upload-tab.tsx'

export const meta = () => titled('Video Management')

/** What the church filmed: kept, shown to those who may see it, and counted. */
export default function Videos() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const tab = params.get('tab') === 'upload' && mayWrite ? 'upload' : 'library'
  const open = (value: string | null) => change({ tab: value === 'upload' ? 'upload' : null })
  return (
    <>
      <PageHeader
        title="Video Management"
        purpose="Sermons and films of your church, for everyone or for those you choose."
        action={
          mayWrite && tab === 'library' ? (
            <Button leftSection={<IconUpload size={16} stroke={1.75} />} onClick={() => open('upload')}>
              Upload a video
            </Button>
          ) : undefined
        }
      />
      <Tiles />
      <Tabs value={tab} onChange={open} keepMounted={false} mt="md">
        <Tabs.List mb="md">
          <Tabs.Tab value="library">Video Library</Tabs.Tab>
          {mayWrite ? <Tabs.Tab value="upload">Upload Video</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="library">
          <Library />
        </Tabs.Panel>
        <Tabs.Panel value="upload">
          <UploadTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Tiles() {
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(api.videos.summary.queryOptions({ input: {}, meta: { live: ['videos'] } }))
  const failed = { error, onRetry: () => void refetch() }
  return (
    <StatRow>
      <StatTile
        label="Total Videos"
        to="/videos?state=ready"
        value={data && number(data.videos)}
        formula="Videos that can be watched and are not in the trash"
        {...failed}
      />
      <StatTile
        label="Total Views"
        to="/videos?sort=mostViewed"
        value={data && number(data.views)}
        formula="Ten seconds or a third watched, once a day for each device; your team and programs are not counted"
        {...failed}
      />
      <StatTile
        label="Meetings Hosted"
        to="/videos"
        value={data && number(data.meetingsHosted)}
        formula="Meetings that ended with at least two people in them"
        {...failed}
      />
      <StatTile
        label="Storage Used"
        to="/videos?sort=longest"
        value={data && bytesText(data.storageUsed)}
        hint={data && `of ${bytesText(data.storageLimit)}`}
        formula="All files of your church, with what is being uploaded"
        {...failed}
      />
    </StatRow>
  )
}
