import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { CredentialsForm } from './credentials.tsx'
import { Health } from './health.tsx'
import { NoticeLog } from './notice-log.tsx'
import { OfficeHours } from './office-hours.tsx'
import { Readiness } from './readiness.tsx'
import classes from './twilio.module.css'
import { VoiceForm } from './voice-form.tsx'
import { Webhooks } from './webhooks.tsx'

export type CarrierData = Awaited<ReturnType<typeof client.carrierSettings.read>>

/** By whom texts and calls travel, and under which rules. */
export function Settings() {
  const { data, error, refetch } = useQuery(
    api.carrierSettings.read.queryOptions({ input: {}, meta: { live: ['telephony'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the settings" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <>
      <div className={classes.settings}>
        <div className={classes.column}>
          <CredentialsForm key={`${data.accountSid} ${data.authToken.last4}`} settings={data} />
          <Webhooks settings={data} />
          <VoiceForm settings={data} />
          <OfficeHours key={JSON.stringify(data.officeHours)} settings={data} />
        </div>
        <div className={classes.column}>
          <Health />
          <Readiness />
        </div>
      </div>
      <NoticeLog />
    </>
  )
}
