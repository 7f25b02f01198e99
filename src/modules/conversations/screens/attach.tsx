import { ActionIcon, FileButton, Pill } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { sizeText } from '../rules/states.ts'
import classes from './conversations.module.css'
import { type Attached, useFiles } from './use-files.ts'

interface AttachProps {
  files: Attached[]
  onChange: (files: Attached[]) => void
  /** a text takes pictures alone */
  pictures: boolean
}

export function AttachButton({ files, onChange, pictures }: AttachProps) {
  const { bringing, add } = useFiles(files, onChange)
  return (
    <FileButton multiple accept={pictures ? 'image/png,image/jpeg,image/gif' : undefined} onChange={add}>
      {props => (
        <ActionIcon
          {...props}
          variant="subtle"
          color="gray"
          loading={bringing}
          aria-label={pictures ? 'Attach pictures' : 'Attach files'}
        >
          <IconPaperclip size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </FileButton>
  )
}

export const AttachedFiles = ({ files, onChange }: Omit<AttachProps, 'pictures'>) =>
  files.length === 0 ? null : (
    <div className={classes.bar}>
      {files.map(({ id, name, size }) => (
        <Pill
          key={id}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove ${name}` }}
          onRemove={() => onChange(files.filter(one => one.id !== id))}
        >
          {name} · {sizeText(size)}
        </Pill>
      ))}
    </div>
  )
