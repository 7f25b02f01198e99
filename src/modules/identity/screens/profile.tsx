import { Stack } from '@mantine/core'
import { panelsOf } from '#kernel/modules.ts'
import { NotificationPreferences } from '#notifications/widgets/preferences.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { titled } from '#web/title.ts'
import classes from './profile.module.css'
import { Appearance } from './profile-appearance.tsx'
import { Factors } from './profile-factors.tsx'
import { Information } from './profile-information.tsx'
import { Passkeys } from './profile-passkeys.tsx'
import { Password } from './profile-password.tsx'
import { Programs } from './profile-programs.tsx'
import { Sessions } from './profile-sessions.tsx'

export const meta = () => titled('Your profile')

/** What belongs to oneself, whichever church one is in. */
export default function Profile() {
  return (
    <>
      <PageHeader title="Your profile" purpose="Your name, email address and sign-in settings." />
      <Stack gap="md" className={classes.sections}>
        <Information />
        {panelsOf('profile').map(({ label, load }) => (
          <LazyWidget key={label} load={load} fallback={<SkeletonRows rows={4} />} />
        ))}
        <Password />
        <Factors />
        <Passkeys />
        <Sessions />
        <Programs />
        <NotificationPreferences />
        <Appearance />
      </Stack>
    </>
  )
}
