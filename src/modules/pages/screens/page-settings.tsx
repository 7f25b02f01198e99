import { Button, Drawer, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { slugOf } from '#clients/rules.ts'
import { Slug } from '../rules/seo.ts'
import type { PanelProps } from './page.tsx'
import { PictureInput } from './picture-input.tsx'

/** Name, address, and what search engines and link previews show. */
export function PageSettings({ page, draft, opened, onClose }: PanelProps) {
  const { words, set } = draft
  const wrong = Slug.safeParse(words.slug)
  return (
    <Drawer opened={opened} onClose={onClose} title="Settings and SEO" size="md">
      <Stack>
        <TextInput
          label="Name"
          description="In your list and in the site’s navigation"
          required
          maxLength={120}
          value={words.name}
          onChange={event => set({ name: event.currentTarget.value })}
          error={words.name.trim() ? undefined : 'Please enter a name'}
        />
        <TextInput
          label="Address"
          description={page.address.replace(/\/[^/]*$/, `/${words.slug}`)}
          required
          maxLength={80}
          value={words.slug}
          onChange={event => set({ slug: event.currentTarget.value.toLowerCase() })}
          onBlur={() => set({ slug: slugOf(words.slug) || page.slug })}
          error={wrong.success ? undefined : wrong.error.issues[0]?.message}
        />
        <SeoInputs page={page} draft={draft} />
        <Button onClick={onClose}>Done</Button>
      </Stack>
    </Drawer>
  )
}

function SeoInputs({ page, draft: { words, set } }: Pick<PanelProps, 'page' | 'draft'>) {
  const { seo } = words
  const setSeo = (changes: Partial<typeof seo>) => set({ seo: { ...seo, ...changes } })
  return (
    <>
      <TextInput
        label="Title for search engines"
        placeholder={words.name}
        maxLength={120}
        value={seo.title}
        onChange={event => setSeo({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        description="A sentence or two that search engines show below the title"
        autosize
        minRows={2}
        maxLength={300}
        value={seo.description}
        onChange={event => setSeo({ description: event.currentTarget.value })}
      />
      <div>
        <Text size="sm" fw={500}>
          Picture for link previews
        </Text>
        <PictureInput
          values={{ fileId: seo.pictureId, isDecorative: true }}
          isForPreviews
          onChange={changes => 'fileId' in changes && setSeo({ pictureId: changes.fileId as string | null })}
        />
      </div>
      <TextInput
        label="Canonical address"
        description="Only if the same page is at home elsewhere"
        placeholder={page.address}
        value={seo.canonical}
        onChange={event => setSeo({ canonical: event.currentTarget.value })}
      />
      <Switch
        label="Hide from search engines"
        checked={seo.isHidden}
        onChange={event => setSeo({ isHidden: event.currentTarget.checked })}
      />
    </>
  )
}
