import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { ChurchForm } from './church-form.tsx'
import { Team } from './team.tsx'

export const meta = () => titled('Settings')

/** The church's own settings; each section has an address. */
export default function Settings() {
  const [params, setParams] = useSearchParams()
  const section = params.get('section') === 'team' ? 'team' : 'church'
  return (
    <>
      <PageHeader title="Settings" purpose="Your church, and who works with it." />
      <Tabs
        value={section}
        onChange={value => setParams(value === 'team' ? { section: 'team' } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="church">Church</Tabs.Tab>
          <Tabs.Tab value="team">Team</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="church">
          <ChurchForm mayWrite={useMay('settings.write')} />
        </Tabs.Panel>
        <Tabs.Panel value="team">
          <Team />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
