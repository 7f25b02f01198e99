import { Alert, Anchor, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { frameTag, popupTag, scriptTag } from '#public-page/rules/embed.ts'
import { type Language, staffName } from '#public-page/rules/languages.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { languagesOf } from '../rules/languages.ts'
import classes from './forms.module.css'
import { LinkFor } from './link-for.tsx'
import type { Form } from './use-form-draft.ts'

/** Every way in which people come to the form. */
export function Share({ form }: { form: Form }) {
  const { origin } = location
  const address = `${origin}/f/${form.slug}`
  const script = `${origin}/embed/forms/${form.slug}.js`
  return (
    <Stack>
      {form.live ? null : <Alert color="yellow">These work once the form is published.</Alert>}
      {form.live && form.closed ? (
        <Alert color="yellow">
          {form.closed === 'full' ? 'All places are taken' : 'Its last day has passed'}: visitors see that the form is
          closed. You can change this under “What happens next”.
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Link">
          <CopiedText text={address} what="link" />
          <Open href={address}>Open the form</Open>
          <InLanguages form={form} address={address} />
        </Panel>
        <QrCode slug={form.slug} address={address} />
        <Panel title="Kiosk">
          <Text size="sm" c="dimmed" mb="xs">
            For a tablet in the lobby. The form resets for each person, and after 15 seconds without typing. If you are
            offline, answers wait on the tablet.
          </Text>
          <CopiedText text={`${address}?kiosk=1`} what="kiosk link" />
          <Open href={`${address}?kiosk=1`}>Open as a kiosk</Open>
        </Panel>
        <Panel title="On your website">
          <Text size="sm" c="dimmed" mb="xs">
            The script shows the form in its place, at the right height.
          </Text>
          <CopiedText text={scriptTag(script)} what="script" />
          <Text size="sm" c="dimmed" my="xs">
            A button that opens the form over your page:
          </Text>
          <CopiedText text={popupTag(script, form.draft.title)} what="button" />
          <Text size="sm" c="dimmed" my="xs">
            If scripts aren’t allowed, a frame with a fixed height:
          </Text>
          <CopiedText text={frameTag({ src: `${address}?embed=1`, title: form.draft.title })} what="frame" />
        </Panel>
        <LinkFor form={form} />
      </SimpleGrid>
    </Stack>
  )
}

/** The browser's language decides; these links decide for themselves. */
function InLanguages({ form, address }: { form: Form; address: string }) {
  const all = languagesOf(form.draft)
  const [language, setLanguage] = useState(all[1])
  if (!language || !all.includes(language)) return null
  return (
    <Stack gap="xs" mt="md">
      <NativeSelect
        label="Link to a language"
        description="Without it, each visitor sees their browser’s language. It also works for the kiosk link. On your website, add data-lang to the script."
        value={language}
        data={all.map(value => ({ value, label: staffName(value) }))}
        onChange={event => setLanguage(event.currentTarget.value as Language)}
      />
      <CopiedText text={`${address}?lang=${language}`} what="link in this language" />
    </Stack>
  )
}

const QrCode = ({ slug, address }: { slug: string; address: string }) => (
  <Panel title="QR code">
    <Group align="start" wrap="nowrap">
      <img src={`/f/${slug}/qr.svg`} alt={`QR code of ${address}`} width={120} height={120} className={classes.code} />
      <Stack gap="xs" align="start">
        <Button
          component="a"
          href={`/f/${slug}/qr.svg`}
          download={`${slug}.svg`}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
        >
          Save for print
        </Button>
        <Open href={`${address}/qr`}>Show on a screen</Open>
      </Stack>
    </Group>
  </Panel>
)

const Open = ({ href, children }: { href: string; children: string }) => (
  <Anchor href={href} target="_blank" size="sm" className={classes.open}>
    {children} <IconExternalLink size={14} stroke={1.75} aria-hidden />
  </Anchor>
)
