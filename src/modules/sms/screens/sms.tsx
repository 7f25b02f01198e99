import { SimpleGrid, Stack } from '@mantine/core'
import { PageHeader } from '#ui/page-header.tsx'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { Campaigns } from './campaigns.tsx'
import { Care } from './care.tsx'
import { Keywords } from './keywords.tsx'
import { RecentConversations } from './recent-conversations.tsx'
import { SendForm } from './send-form.tsx'
import { Series } from './series.tsx'
import classes from './sms.module.css'
import { Spending } from './spending.tsx'
import { Templates } from './templates.tsx'
import { Tiles } from './tiles.tsx'
import { useSendForm } from './use-send-form.ts'

export const meta = () => titled('SMS Marketing')

/** Texts to many: written on the left, what came of them below; each part asks for its own rows. */
export default function SmsScreen() {
  const form = useSendForm()
  const mayTalk = useMay('conversations.read')
  return (
    <>
      <PageHeader title="SMS Marketing" purpose="Text your people, and read their answers in Conversations." />
      <Stack gap="lg">
        <Tiles />
        <div className={classes.columns}>
          <SendForm form={form} />
          <Stack gap="md">
            {mayTalk ? <RecentConversations /> : null}
            <Templates onUse={form.useTemplate} />
          </Stack>
        </div>
        <Campaigns />
        <Series />
        <SimpleGrid cols={{ base: 1, md: 2 }} className={classes.settings}>
          <Keywords />
          <Stack gap="md">
            <Spending />
            <Care />
          </Stack>
        </SimpleGrid>
      </Stack>
    </>
  )
}
