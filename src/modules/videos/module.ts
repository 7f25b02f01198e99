import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'videos',
  routes: [
    { path: 'videos', file: 'screens/videos.tsx', frame: 'app' },
    { path: 'videos/:id', file: 'screens/video.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Videos',
      path: '/videos',
      group: 'Ministry',
      order: 37,
      icon: 'IconMovie',
      permission: 'content.read',
    },
  ],
  actions: [
    { label: 'Upload a video', path: '/videos?tab=upload', order: 38, icon: 'IconMovie', permission: 'content.write' },
  ],
  portalSections: [{ label: 'Videos', description: 'Videos that were chosen for you.', order: 34, path: 'videos' }],
  sampleIds: {
    'videos/:id': { list: '/videos?limit=1' },
    'watch/:church': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
  },
  statuses: { video: { processing: 'blue', ready: 'green', needs_conversion: 'yellow', failed: 'red' } },
  topics: { videos: 'content.read' },
})
