import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { useNumbers } from './from-select.tsx'
import { Menus } from './menus.tsx'
import { RoutesForm } from './routes-form.tsx'
import classes from './twilio.module.css'

export const meta = () => titled('Incoming calls')

export type MenuData = Awaited<ReturnType<typeof client.voiceMenus.list>>
export const useMenus = () => useQuery(api.voiceMenus.list.queryOptions({ input: {}, meta: { live: ['telephony'] } }))

const back = (
  <Anchor component={Link} to="/twilio" size="sm">
    ← Phone numbers
  </Anchor>
)

/** One number of ours: where calls to it go, and what callers hear. */
export default function NumberScreen() {
  const { id = '' } = useParams()
  const numbers = useNumbers()
  const menus = useMenus()
  const settings = useQuery(api.carrierSettings.read.queryOptions({ input: {}, meta: { live: ['telephony'] } }))
  const number = numbers.data?.items.find(one => one.id === id)
  const error = numbers.error ?? menus.error ?? settings.error
  const loaded = numbers.data && menus.data && settings.data
  return (
    <>
      {back}
      <PageHeader
        title={number ? number.friendlyName : 'Incoming calls'}
        purpose={number ? `Where calls to ${phoneText(number.number)} go.` : undefined}
      />
      {error ? (
        <ErrorPanel error={error} what="this number" onRetry={() => void numbers.refetch()} />
      ) : !loaded ? (
        <SkeletonRows rows={6} />
      ) : !number ? (
        <EmptyState title="This number is no longer yours" text="Your numbers are under Twilio Integration." />
      ) : (
        <div className={classes.incoming}>
          <RoutesForm key={number.version} number={number} menus={menus.data} settings={settings.data} />
          <Menus data={menus.data} number={number} />
        </div>
      )}
    </>
  )
}
