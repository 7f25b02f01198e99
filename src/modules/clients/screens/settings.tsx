import { Stack, Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { panelsOf } from '#kernel/modules.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'
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
  const { account, may } = useMe()
  const panels = panelsOf('settings').filter(({ permission }) => may(permission))
  const sections = {
    church: {
      label: 'Church',
      shown: true,
      content: <ChurchForm mayWrite={useMay('settings.write')} isOwner={account.role === 'owner'} />,
    },
    team: { label: 'Team', shown: true, content: <Team /> },
    activity: { label: 'Audit log', shown: useMay('audit.read'), content: <Activity /> },
    ...Object.fromEntries(
      [...new Set(panels.map(({ section }) => section))].map(section => [
        section.toLowerCase().replaceAll(' ', '-'),
        { label: section, shown: true, content: <Panels panels={panels.filter(panel => panel.section === section)} /> },
      ]),
    ),
    data: { label: 'Data', shown: account.role === 'owner', content: <OwnExport /> },
  }
  const shown = Object.entries(sections).filter(([, section]) => section.shown)
  const asked = params.get('section') ?? ''
  const section = shown.some(([name]) => name === asked) ? asked : 'church'
  return (
    <>
      <PageHeader title="Settings" purpose="Your church and your team." />
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

/** What modules add to Settings. */
const Panels = ({ panels }: { panels: ReturnType<typeof panelsOf<'settings'>> }) => (
  <Stack>
    {panels.map(({ label, load }) => (
      <LazyWidget key={label} load={load} fallback={<SkeletonRows rows={3} />} />
    ))}
  </Stack>
)
