import * as recadoUi from '@recado/sdk/ui'
import * as reactQuery from '@tanstack/react-query'
import * as reactRouter from '@tanstack/react-router'
import * as i18next from 'i18next'
import * as React from 'react'
import * as reactDom from 'react-dom'
import * as reactI18next from 'react-i18next'
import * as jsxRuntime from 'react/jsx-runtime'

/** Versions as a foreign build's range check reads them; a test holds them equal to what is installed. */
export const sharedVersions = {
  '@tanstack/react-query': '5.108.0',
  '@tanstack/react-router': '1.170.46',
  i18next: '27.1.2',
  'react-i18next': '18.0.1',
  '@recado/sdk/ui': '0.1.0',
} as const

const give = (library: unknown, version: string) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const },
})

/**
 * Packages that every panel receives instead of a copy of its own. Given whole, because the parts that a plugin uses
 * are unknown here.
 */
export const sharedPackages = {
  react: give(React, React.version),
  'react-dom': give(reactDom, React.version),
  'react/jsx-runtime': give(jsxRuntime, React.version),
  '@tanstack/react-query': give(reactQuery, sharedVersions['@tanstack/react-query']),
  '@tanstack/react-router': give(reactRouter, sharedVersions['@tanstack/react-router']),
  i18next: give(i18next, sharedVersions.i18next),
  'react-i18next': give(reactI18next, sharedVersions['react-i18next']),
  '@recado/sdk/ui': give(recadoUi, sharedVersions['@recado/sdk/ui']),
}
