import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { serveBrowserScripts } from './scripts/browser-scripts.ts'

export default defineConfig(({ command }) => ({
  plugins: [serveBrowserScripts(import.meta.dirname), reactRouter()],
  build: { target: 'es2023', manifest: true, reportCompressedSize: false },
  // One file for the server: importing 2,400 modules one by one costs half a second and 100 MB.
  ssr:
    command === 'build'
      ? {
          noExternal: true,
          external: ['react', 'react-dom', 'react-router', '@react-router/node', 'pg', 'drizzle-orm', 'isbot'],
        }
      : undefined,
  // Find every dependency before the first page; later finds reload it (504 Outdated Optimize Dep).
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', 'src/modules/*/{screens,widgets}/**/*.tsx', 'src/ui/**/*.tsx'] },
}))
