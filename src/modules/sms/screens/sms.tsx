import { Button, SimpleGrid, Stack, Tabs } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { Campaigns } from './campaigns.tsx'
import { Care } from './care.tsx'
import { Keywords } from './keywords.tsx'
import { RecentConversations } from './recent-conversations.tsx'
import { Series } from './series.tsx'
import classes from './sms.module.css'
import { Spending } from './spending.tsx'
import { Templates } from './templates.tsx'
import { Tiles } from './tiles.tsx'

export const meta = () => titled('SMS Marketing')

const tabs = {
  campaigns: { label: 'Campaigns', Content: Sent },
  repeated: { label: 'Repeated texts', Content: Series },
  templates: { label: 'Templates', Content: Templates },
  keywords: { label: 'Keywords', Content: Keywords },
  settings: { label: 'Settings', Content: Settings },
} as const
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[]

/** Texts to many: what was sent comes first; each part asks for its own rows. */
export default function SmsScreen() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab') as Tab
  const tab = names.includes(asked) ? asked : 'campaigns'
  return (
    <>
      <PageHeader
        title="SMS Marketing"
        purpose="Text your people, and read their answers in Conversations."
        action={
          <Button component={Link} to="/sms/compose" leftSection={<IconPencilPlus size={16} stroke={1.75} />}>
            Compose
          </Button>
        }
      />
      <Stack gap="lg">
        <Tiles />
        <Tabs
          value={tab}
          onChange={value =>
            setParams(value && value !== 'campaigns' ? { tab: value } : {}, { preventScrollReset: true })
          }
          keepMounted={false}
        >
          <Tabs.List mb="md">
            {names.map(name => (
              <Tabs.Tab key={name} value={name}>
                {tabs[name].label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {names.map(name => {
            const { Content } = tabs[name]
            return (
              <Tabs.Panel key={name} value={name}>
                <Content />
              </Tabs.Panel>
            )
          })}
        </Tabs>
      </Stack>
    </>
  )
}

function Sent() {
  const mayTalk = useMay('conversations.read')
  return (
    <Stack gap="md">
      <Campaigns />
      {mayTalk ? <RecentConversations /> : null}
    </Stack>
  )
}

function Settings() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} className={classes.settings}>
      <Spending />
      <Care />
    </SimpleGrid>
  )
}
