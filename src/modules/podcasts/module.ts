import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'podcasts',
  routes: [{ path: 'podcasts/:library', file: 'screens/podcast.tsx', frame: 'app' }],
  sampleIds: { 'podcasts/:library': { list: '/video-libraries', fields: { library: 'id' } } },
})
