import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'

interface PictureFileProps {
  onChoose: (file: File) => void
  label?: string
  accept?: string
}
/** A button that brings a picture from this device. */
export function PictureFile({
  onChoose,
  label = 'Upload a picture',
  accept = 'image/jpeg,image/png,image/webp',
}: PictureFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label="Picture file"
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={14} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
