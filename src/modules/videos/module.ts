import { defineModule, type NameOf } from '#kernel/modules.ts'

const ofLibrary = (id: unknown, name: NameOf) => (id ? ` of “${name('videoLibrary', id)}”` : '')

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
  automationTriggers: {
    'video.finished': {
      label: 'Video watched',
      icon: 'IconMovie',
      form: () => import('./widgets/library-choice.tsx').then(file => file.LibraryChoice),
      sentence: ({ libraryId }, name) =>
        `someone watches a video${ofLibrary(libraryId, name)} to its end in the portal`,
      permission: 'content.read',
    },
    'video.left': {
      label: 'Video not finished',
      icon: 'IconMovieOff',
      form: () => import('./widgets/library-choice.tsx').then(file => file.LibraryChoice),
      sentence: ({ libraryId }, name) =>
        `someone begins a video${ofLibrary(libraryId, name)} in the portal and does not go on for three days`,
      permission: 'content.read',
    },
  },
  emailBlocks: {
    video: {
      label: 'Video',
      icon: 'IconMovie',
      form: () => import('./widgets/page-block.tsx').then(file => file.EmailVideoForm),
    },
  },
  pageBlocks: {
    ourVideo: {
      label: 'Video from your library',
      icon: 'IconMovie',
      form: () => import('./widgets/page-block.tsx').then(file => file.VideoBlockForm),
    },
    ourVideos: {
      label: 'Newest videos',
      icon: 'IconMovie',
      form: () => import('./widgets/page-block.tsx').then(file => file.VideosBlockForm),
    },
  },
  portalSections: [{ label: 'Videos', description: 'Videos that were chosen for you.', order: 34, path: 'videos' }],
  sampleIds: {
    'videos/:id': { list: '/videos?limit=1' },
    'watch/:church': { list: '/clients/mine', fields: { church: 'slug' }, lacking: 'house' },
  },
  statuses: { video: { processing: 'blue', ready: 'green', needs_conversion: 'yellow', failed: 'red' } },
  topics: { videos: 'content.read' },
})
