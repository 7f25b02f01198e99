import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'portal',
  timelineKinds: { 'portal.signed-in': { sentence: () => 'Signed in to the portal' } },
  sampleIds: { 'my/:church': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' } },
  portalSections: [
    {
      label: 'Preferences',
      description: 'Choose what we email and text you about.',
      order: 90,
      path: 'preferences',
    },
  ],
})
