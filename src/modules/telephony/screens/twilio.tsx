import { Alert, Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { BuyCard } from './buy-number.tsx'
import { CallHistory } from './call-history.tsx'
import { CallCard } from './make-call.tsx'
import { Numbers } from './numbers.tsx'
import { TextCard } from './send-sms.tsx'
import { Settings } from './settings.tsx'
import { SmsHistory } from './sms-history.tsx'
import { Tiles } from './tiles.tsx'
import classes from './twilio.module.css'

export const meta = () => titled('Twilio Integration')

const tabs = {
  numbers: { label: 'Phone Numbers', Content: Numbers },
  calls: { label: 'Call History', Content: CallHistory },
  sms: { label: 'SMS History', Content: SmsHistory },
  settings: { label: 'Settings', Content: Settings },
} as const
type Tab = keyof typeof tabs

/** The church's own numbers: call and text from them, see what came of it, and keep them in order. */
export default function Twilio() {
  const [params, setParams] = useSearchParams()
  const maySet = useMay('telephony.settings')
  const shown = (Object.keys(tabs) as Tab[]).filter(tab => tab !== 'settings' || maySet)
  const asked = params.get('tab') as Tab
  const tab = shown.includes(asked) ? asked : 'numbers'
  return (
    <>
      <PageHeader title="Twilio Integration" purpose="Call and text from your own numbers.">
        <Carrier />
      </PageHeader>
      <Tiles />
      <div className={classes.quick}>
        <CallCard />
        <TextCard />
        {maySet ? <BuyCard /> : null}
      </div>
      <Tabs
        value={tab}
        onChange={value => setParams(value ? { tab: value } : {}, { preventScrollReset: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {shown.map(name => (
            <Tabs.Tab key={name} value={name}>
              {tabs[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(name => {
          const { Content } = tabs[name]
          return (
            <Tabs.Panel key={name} value={name}>
              <Content />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}

/** Which carrier it is; a trial account says what it can't do. */
function Carrier() {
  const { data } = useQuery(api.telephony.summary.queryOptions({ input: {}, meta: { live: ['telephony'] } }))
  if (!data) return null
  if (data.trial)
    return (
      <Alert color="yellow" p="xs">
        Trial account: you can only reach verified numbers, and texts say that they come from a trial.
      </Alert>
    )
  const live = data.carrier === 'twilio'
  return (
    <Badge variant="light" color={live ? 'green' : 'yellow'} tt="none" size="lg">
      {live ? 'Twilio' : 'Sandbox: nothing is sent'}
    </Badge>
  )
}
