import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { documentOf } from '#public-page/rules/document.ts'
import type { Language } from '#public-page/rules/languages.ts'
import { Panel } from '#ui/panel.tsx'
import type { Definition } from '../rules/definition.ts'
import { mainOf } from '../rules/languages.ts'
import { formPage } from '../rules/page.ts'
import classes from './forms.module.css'
import type { Form } from './use-form-draft.ts'

const widths = { phone: 375, desktop: 1024 } as const

interface FormPreviewProps {
  form: Form
  definition: Definition
  /** The form's own without it. */
  language?: Language
}

const pageOf = ({ church, slug, currency }: Form, definition: Definition, language = mainOf(definition)) =>
  documentOf(
    formPage({
      definition: { ...definition, currency },
      language,
      keeps: definition.keep,
      church,
      slug,
      key: '',
      token: '',
      via: 'link',
      answers: {},
      problems: {},
      embedded: false,
      kiosk: false,
      preview: true,
    }),
  )

/** The page itself, written by what writes it for visitors; nothing in it can be sent. */
export function FormPreview({ form, definition, language }: FormPreviewProps) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const [shown] = useDebouncedValue(definition, 200)
  const { ref, width: room } = useElementSize()
  const html = useMemo(() => pageOf(form, shown, language), [form, shown, language])
  const scale = room > 0 ? Math.min(1, room / widths[width]) : 1
  return (
    <div className={classes.side}>
      <Panel
        title="Preview"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Width"
            value={width}
            onChange={value => setWidth(value as keyof typeof widths)}
            data={[
              { value: 'phone', label: <IconDeviceMobile size={16} stroke={1.75} role="img" aria-label="Phone" /> },
              {
                value: 'desktop',
                label: <IconDeviceDesktop size={16} stroke={1.75} role="img" aria-label="Desktop" />,
              },
            ]}
          />
        }
      >
        <div ref={ref} className={classes.stage} data-width={width}>
          <iframe
            title="Form preview"
            sandbox=""
            srcDoc={html}
            className={classes.frame}
            style={{ width: widths[width], height: `calc(100% / ${scale})`, transform: `scale(${scale})` }}
          />
        </div>
      </Panel>
    </div>
  )
}
