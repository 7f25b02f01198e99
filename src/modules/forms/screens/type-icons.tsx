import {
  IconAlignLeft,
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconEyeOff,
  IconHash,
  IconHeading,
  IconHome,
  IconLetterT,
  IconMail,
  IconPhone,
  IconShieldCheck,
  IconToggleLeft,
  IconUsers,
} from '@tabler/icons-react'
import type { FieldType } from '../rules/definition.ts'

export const typeIcons: Record<FieldType, typeof IconMail> = {
  text: IconLetterT,
  paragraph: IconAlignLeft,
  email: IconMail,
  phone: IconPhone,
  number: IconHash,
  date: IconCalendar,
  choice: IconCircleDot,
  choices: IconCheckbox,
  yesno: IconToggleLeft,
  address: IconHome,
  family: IconUsers,
  consent: IconShieldCheck,
  section: IconHeading,
  hidden: IconEyeOff,
}
