import { defineModule } from '#kernel/modules.ts'
import { submissionHref } from './rules/timeline.ts'

const ofSubmission = { list: '/form-submissions?search=baptism' }
const ofForm = { ...ofSubmission, fields: { id: 'formId' } }

export default defineModule({
  name: 'forms',
  routes: [
    { path: 'dashboard/forms', file: 'screens/forms.tsx', frame: 'app' },
    { path: 'dashboard/forms/:id', file: 'screens/form.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Forms',
      path: '/dashboard/forms',
      order: 30,
      group: 'Outreach',
      icon: 'IconForms',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'New form', path: '/dashboard/forms?new=1', order: 30, icon: 'IconForms', permission: 'content.write' },
  ],
  automationTriggers: {
    'form.submitted': {
      label: 'Form submitted',
      icon: 'IconForms',
      form: () => import('./widgets/workflow-form.tsx').then(file => file.FormChoice),
      sentence: ({ formId }, name) => `someone submits ${formId ? `the form “${name('form', formId)}”` : 'a form'}`,
    },
  },
  timelineKinds: {
    'form.submitted': { sentence: ({ form }) => `Filled out “${form ?? ''}”`, href: submissionHref },
    'form.family': { sentence: ({ form }) => `Named on “${form ?? ''}” by their family`, href: submissionHref },
  },
  notificationKinds: {
    form: { label: 'Someone submits one of your forms', mail: false },
  },
  statuses: {
    form: { live: 'green', draft: 'grey' },
    formSubmission: {
      new: 'blue',
      processed: 'green',
      unpaid: 'yellow',
      paid: 'green',
      pending: 'blue',
      partially_refunded: 'grey',
      refunded: 'grey',
      disputed: 'red',
      returned: 'red',
      known: 'green',
      doubt: 'yellow',
      quarantined: 'yellow',
      spam: 'grey',
      stuck: 'red',
    },
  },
  topics: {
    forms: 'content.read',
    formSubmissions: 'people.read',
  },
  sampleIds: {
    'dashboard/forms/:id': ofForm,
    'dashboard/forms/:id?view=handling': ofForm,
    'dashboard/forms/:id?view=languages': ofForm,
    'dashboard/forms/:id?view=unfinished': ofForm,
    'dashboard/forms/:id?view=share': ofForm,
    'dashboard/forms/:id?view=analytics': ofForm,
    'dashboard/forms/:form?view=submissions&submission=:id': { ...ofSubmission, fields: { form: 'formId' } },
    'f/:slug': { values: { slug: 'connect-card-demo' } },
    'f/:slug/qr': { values: { slug: 'connect-card-demo' } },
  },
})
