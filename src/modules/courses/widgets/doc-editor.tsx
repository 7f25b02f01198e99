import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput, Tooltip } from '@mantine/core'
import {
  IconBlockquote,
  IconBold,
  IconBook,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconUnderline,
} from '@tabler/icons-react'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useRef, useState } from 'react'
import { parsePassages } from '#scripture/rules/parsing.ts'
import { useAct } from '#ui/use-act.ts'
import { fetchFile } from '#web/api.ts'
import { calloutNames, calloutTones, type Doc, isSafeLink } from '../rules/document.ts'
import { Callout, LessonImage, Verse } from './doc-editor/nodes.ts'
import classes from './editor.module.css'

interface DocEditorProps {
  label: string
  value: Doc
  onChange: (doc: Doc) => void
  disabled?: boolean
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    link: { openOnClick: false, protocols: ['https', 'http', 'mailto', 'tel'] },
  }),
  LessonImage,
  Callout,
  Verse,
]

/** The text of a lesson: headings, lists, links, pictures, callouts and Bible passages. */
export function DocEditor({ label, value, onChange, disabled = false }: DocEditorProps) {
  const editor = useEditor({
    extensions,
    content: value.content.length > 0 ? value : '',
    editable: !disabled,
    immediatelyRender: false,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: classes.text ?? '' },
    },
    onUpdate: ({ editor }) => onChange(withoutNulls(editor.getJSON() as Doc)),
  })
  if (!editor) return null
  return (
    <div className={classes.frame}>
      {disabled ? null : <Toolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** TipTap writes attributes that are not set as null; the stored text has none of these. */
function withoutNulls(doc: Doc): Doc {
  return JSON.parse(JSON.stringify(doc, (_, value) => (value === null ? undefined : value))) as Doc
}

const icon = { size: 18, stroke: 1.75 }

interface ToolProps {
  label: string
  isActive?: boolean
  onClick: () => void
  children: ReactNode
}
const Tool = ({ label, isActive = false, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant={isActive ? 'light' : 'subtle'}
      color={isActive ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={isActive}
      // The selection of the text stays.
      onMouseDown={event => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

function useActive(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      link: editor.isActive('link'),
      h2: editor.isActive('heading', { level: 2 }),
      h3: editor.isActive('heading', { level: 3 }),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
    }),
  })
}

interface ToolsProps {
  editor: Editor
  active: ReturnType<typeof useActive>
}
type Dialog = 'link' | 'verse' | null

function Toolbar({ editor }: { editor: Editor }) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const active = useActive(editor)
  return (
    <Group gap={2} className={classes.tools} role="toolbar" aria-label="Formatting">
      <TextTools editor={editor} active={active} onLink={() => setDialog('link')} />
      <BlockTools editor={editor} active={active} />
      <Picture editor={editor} />
      <Callouts editor={editor} />
      <Tool label="Bible passage" onClick={() => setDialog('verse')}>
        <IconBook {...icon} />
      </Tool>
      <Dialogs editor={editor} dialog={dialog} onClose={() => setDialog(null)} />
    </Group>
  )
}

function TextTools({ editor, active, onLink }: ToolsProps & { onLink: () => void }) {
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool label="Heading" isActive={active.h2} onClick={() => run().toggleHeading({ level: 2 }).run()}>
        <IconH2 {...icon} />
      </Tool>
      <Tool label="Small heading" isActive={active.h3} onClick={() => run().toggleHeading({ level: 3 }).run()}>
        <IconH3 {...icon} />
      </Tool>
      <Tool label="Bold" isActive={active.bold} onClick={() => run().toggleBold().run()}>
        <IconBold {...icon} />
      </Tool>
      <Tool label="Italic" isActive={active.italic} onClick={() => run().toggleItalic().run()}>
        <IconItalic {...icon} />
      </Tool>
      <Tool label="Underline" isActive={active.underline} onClick={() => run().toggleUnderline().run()}>
        <IconUnderline {...icon} />
      </Tool>
      <Tool label="Link" isActive={active.link} onClick={() => (active.link ? run().unsetLink().run() : onLink())}>
        <IconLink {...icon} />
      </Tool>
    </>
  )
}

function BlockTools({ editor, active }: ToolsProps) {
  const run = () => editor.chain().focus()
  return (
    <>
      <Tool label="Bullet list" isActive={active.bullets} onClick={() => run().toggleBulletList().run()}>
        <IconList {...icon} />
      </Tool>
      <Tool label="Numbered list" isActive={active.numbers} onClick={() => run().toggleOrderedList().run()}>
        <IconListNumbers {...icon} />
      </Tool>
      <Tool label="Quote" isActive={active.quote} onClick={() => run().toggleBlockquote().run()}>
        <IconBlockquote {...icon} />
      </Tool>
    </>
  )
}

interface DialogsProps {
  editor: Editor
  dialog: Dialog
  onClose: () => void
}
const Dialogs = ({ editor, dialog, onClose }: DialogsProps) => (
  <>
    <Asking
      opened={dialog === 'link'}
      onClose={onClose}
      title="Link"
      label="Address"
      placeholder="https://"
      check={text => (isSafeLink(text) ? undefined : 'Please enter an address that begins with https://')}
      onDone={href => linkTo(editor, href)}
    />
    <Asking
      opened={dialog === 'verse'}
      onClose={onClose}
      title="Bible passage"
      label="Passage"
      placeholder="John 3:16-17"
      check={text => (parsePassages(text).length > 0 ? undefined : 'Enter a Bible passage such as John 3:16-17')}
      onDone={reference => editor.chain().focus().insertContent({ type: 'verse', attrs: { reference } }).run()}
    />
  </>
)

/** What is selected becomes a link; where nothing is, the address itself stands there. */
function linkTo(editor: Editor, href: string) {
  const chain = editor.chain().focus()
  if (editor.state.selection.empty)
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.setLink({ href }).run()
}

function Picture({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null)
  const act = useAct()
  const upload = (file: File) =>
    act(
      async () => {
        const path = `/storage/v1/uploads?purpose=picture&name=${encodeURIComponent(file.name)}`
        const { id } = await (await fetchFile(path, { method: 'POST', body: file })).json()
        const alt = file.name.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ')
        editor
          .chain()
          .focus()
          .insertContent({ type: 'image', attrs: { fileId: id, alt } })
          .run()
      },
      undefined,
      'The picture was not uploaded',
    )
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label="Picture for the text"
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
      <Tool label="Picture" onClick={() => input.current?.click()}>
        <IconPhoto {...icon} />
      </Tool>
    </>
  )
}

const Callouts = ({ editor }: { editor: Editor }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label="Callout">
        <IconInfoCircle {...icon} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {calloutTones.map(tone => (
        <Menu.Item
          key={tone}
          onClick={() =>
            editor
              .chain()
              .focus()
              .insertContent({ type: 'callout', attrs: { tone }, content: [{ type: 'paragraph' }] })
              .run()
          }
        >
          {calloutNames[tone]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

interface AskingProps {
  opened: boolean
  onClose: () => void
  title: string
  label: string
  placeholder: string
  check: (text: string) => string | undefined
  onDone: (text: string) => void
}
function Asking({ opened, onClose, title, label, placeholder, check, onDone }: AskingProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const close = () => {
    setText('')
    setProblem(undefined)
    onClose()
  }
  const submit = () => {
    const wrong = check(text.trim())
    if (wrong) return setProblem(wrong)
    onDone(text.trim())
    close()
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          // The form of the screen around it is another one.
          event.stopPropagation()
          submit()
        }}
      >
        <Stack>
          <TextInput
            label={label}
            placeholder={placeholder}
            value={text}
            error={problem}
            onChange={event => setText(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit">Insert</Button>
        </Stack>
      </form>
    </Modal>
  )
}
