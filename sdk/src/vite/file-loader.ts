import type { Plugin } from 'vite'

/** Vite asks this module of its own for the files of a lazily imported module. */
const viteLoader = '\0vite/preload-helper.js'

/**
 * Asks for a module together with the files it needs: its styles are waited for, modules that it imports begin at the
 * same time. What failed is asked for again at the next call.
 */
const loaderCode = `
const asked = new Map()
const askFor = (href) => {
  if (!asked.has(href))
    asked.set(href, new Promise((loaded, failed) => {
      const link = document.createElement('link')
      link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.nonce = document.querySelector('meta[property=csp-nonce]')?.nonce ?? ''
      link.onload = loaded
      link.onerror = () => {
        link.remove()
        asked.delete(href)
        failed(new Error('not loaded: ' + href))
      }
      link.href = href
      document.head.append(link)
      if (link.rel != 'stylesheet') loaded()
    }))
  return asked.get(href)
}
export const __vitePreload = async (load, files = [], importer) =>
  (await Promise.all([load(), ...files.map((file) => askFor(new URL(file, importer).href))]))[0]
`

/**
 * Takes the place of Vite's loader, which every plugin's panels would bring along: a third of its size, for the
 * browsers that panels are built for.
 */
export const fileLoader = (): Plugin => ({
  name: 'recado:file-loader',
  enforce: 'pre',
  load: (id) => (id === viteLoader ? { code: loaderCode, moduleSideEffects: false } : undefined),
})

/** The loader's module, to be put beside others of every container. */
export const isFileLoader = (id: string): boolean => id === viteLoader
