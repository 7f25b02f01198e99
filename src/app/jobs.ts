import * as billing from '#billing/jobs.ts'
import * as archive from '#clients/archive/jobs.ts'
import * as conversations from '#conversations/jobs.ts'
import * as email from '#email/jobs.ts'
import * as files from '#files/jobs.ts'
import * as forms from '#forms/jobs.ts'
import * as identity from '#identity/jobs.ts'
import type { Job } from '#kernel/jobs.ts'
import * as leads from '#leads/jobs.ts'
import * as messaging from '#messaging/jobs.ts'
import * as mailIn from '#messaging/mail-in/jobs.ts'
import * as imports from '#people/import/jobs.ts'
import * as people from '#people/jobs.ts'
import * as merging from '#people/merging/jobs.ts'
import * as providers from '#platform-admin/providers/jobs.ts'
import * as site from '#site/contact/jobs.ts'
import * as siteInbox from '#site/inbox/jobs.ts'
import * as sms from '#sms/jobs.ts'
import * as telephony from '#telephony/jobs.ts'

/** Every job and schedule of the product. */
export const jobs: Job[] = [
  identity,
  billing,
  archive,
  files,
  leads,
  messaging,
  mailIn,
  people,
  merging,
  site,
  siteInbox,
  imports,
  email,
  conversations,
  sms,
  forms,
  telephony,
  providers,
].flatMap(module => Object.values(module) as Job[])
