import { defineConfig } from 'vite'

const outDir = 'dist/ui/widget'

/**
 * Two programs for other people's pages: `--mode loader` makes the one classic script a site includes, `--mode frame`
 * the application inside the frame. Both land where core serves the plugin's files; the loader is built first.
 */
export default defineConfig(({ mode }) => (mode === 'loader'
  ? {
      publicDir: false,
      build: {
        outDir, emptyOutDir: true, target: 'es2022', modulePreload: false,
        rolldownOptions: { input: 'src/widget/loader/main.ts', output: { format: 'iife', entryFileNames: 'loader.js' } },
      },
    }
  : {
      publicDir: false,
      base: './',
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir, emptyOutDir: false, target: 'es2023', modulePreload: false, manifest: 'manifest.json',
        rolldownOptions: { input: 'src/widget/frame/main.tsx', output: { entryFileNames: 'frame-[hash].js', assetFileNames: 'frame-[hash][extname]' } },
      },
    }))
