import { Button, Group, Modal, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { CallWizard } from '../widgets/call-wizard.tsx'
import { AnalyticsTab } from './analytics-tab.tsx'
import { CampaignsTab } from './campaigns-tab.tsx'
import { ComplianceTab } from './compliance-tab.tsx'
import { ScriptsTab } from './scripts-tab.tsx'

export const meta = () => titled('Robocalls')

const tabs = { campaigns: 'Campaigns', scripts: 'Scripts', analytics: 'Analytics', compliance: 'Compliance' } as const
type Tab = keyof typeof tabs
const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** Recorded calls to many: campaigns first, then what they say, how they did, and the rules that they keep. */
export default function RobocallsScreen() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const navigate = useNavigate()
  const maySend = useMay('messaging.send')
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'campaigns'
  const begin = maySend ? (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ new: '1' })}>
      New Campaign
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader
        title="Robocalls"
        purpose="Call many people with one recorded message, and only those you may call."
        action={
          <Group gap="sm">
            <Button variant="default" component={Link} to="/closures">
              Closures
            </Button>
            {begin}
          </Group>
        }
      />
      <Tabs
        value={tab}
        onChange={value => change({ tab: value === 'campaigns' ? null : value, script: null })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="campaigns">
          <CampaignsTab begin={begin} />
        </Tabs.Panel>
        <Tabs.Panel value="scripts">
          <ScriptsTab />
        </Tabs.Panel>
        <Tabs.Panel value="analytics">
          <AnalyticsTab />
        </Tabs.Panel>
        <Tabs.Panel value="compliance">
          <ComplianceTab />
        </Tabs.Panel>
      </Tabs>
      {params.get('new') && maySend ? (
        <Modal opened onClose={() => change({ new: null })} title="New call campaign" size="xl">
          <CallWizard onClose={() => change({ new: null })} onStarted={({ id }) => void navigate(`/robocalls/${id}`)} />
        </Modal>
      ) : null}
    </>
  )
}
