import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { useMay, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { OwnExport } from '../widgets/account-export.tsx'
import { Activity } from './activity.tsx'
import { ChurchForm } from './church-form.tsx'
import { Team } from './team.tsx'

export const meta = () => titled('Settings')

/** The church's own settings; each section has an address. */
export default function Settings() {
  const [params, setParams] = useSearchParams()
  const { account } = useMe()
  const sections = {
    church: { label: 'Church', shown: true, content: <ChurchForm mayWrite={useMay('settings.write')} /> },
    team: { label: 'Team', shown: true, content: <Team /> },
    activity: { label: 'Audit log', shown: useMay('audit.read'), content: <Activity /> },
    data: { label: 'Data', shown: account.role === 'owner', content: <OwnExport /> },
  }
  const shown = Object.entries(sections).filter(([, section]) => section.shown)
  const asked = params.get('section') ?? ''
  const section = shown.some(([name]) => name === asked) ? asked : 'church'
  return (
    <>
      <PageHeader title="Settings" purpose="Your church, and who works with it." />
      <Tabs
        value={section}
        onChange={value => setParams(value && value !== 'church' ? { section: value } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {shown.map(([name, { label }]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name, { content }]) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
