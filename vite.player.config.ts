import { defineConfig } from 'vite'

/** The player of videos as one file, for public pages: they have no React. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    outDir: 'build/client',
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: {
      entry: 'src/modules/videos/widgets/player/element.ts',
      formats: ['es'],
      fileName: () => 'watch-player.js',
    },
  },
})
