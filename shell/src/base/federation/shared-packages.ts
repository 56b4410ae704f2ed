import * as React from 'react'
import * as reactDom from 'react-dom'
import * as jsxRuntime from 'react/jsx-runtime'

/** Versions as a foreign build's range check reads them; a test holds them equal to what is installed. */
export const sharedVersions = {
  '@tanstack/react-query': '5.108.0',
  '@tanstack/react-router': '1.170.46',
  i18next: '27.1.2',
  'react-i18next': '18.0.1',
  '@recado/sdk/ui': '0.1.0',
} as const

/** A package that the page has once. */
export interface SharedPackage {
  readonly version: string
  /** The whole package, because the parts of it that a plugin uses are unknown here. */
  load(): Promise<object>
}

const here = (library: object): SharedPackage => ({ version: React.version, load: async () => library })

/**
 * Packages that panels receive instead of copies of their own, by name. Fetched with the first panel that uses them.
 * The modules of `whole` keep what only panels use out of the files of the first screen.
 */
export const sharedPackages: Readonly<Record<string, SharedPackage>> = {
  react: here(React),
  'react-dom': here(reactDom),
  'react/jsx-runtime': here(jsxRuntime),
  '@tanstack/react-query': {
    version: sharedVersions['@tanstack/react-query'],
    load: async () => (await import('./whole/react-query.ts')).library,
  },
  '@tanstack/react-router': {
    version: sharedVersions['@tanstack/react-router'],
    load: async () => (await import('./whole/react-router.ts')).library,
  },
  i18next: { version: sharedVersions.i18next, load: async () => (await import('./whole/i18next.ts')).library },
  'react-i18next': {
    version: sharedVersions['react-i18next'],
    load: async () => (await import('./whole/react-i18next.ts')).library,
  },
  '@recado/sdk/ui': {
    version: sharedVersions['@recado/sdk/ui'],
    load: async () => (await import('./whole/recado-ui.ts')).library,
  },
}
