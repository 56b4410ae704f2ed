/*
 * Builds the panel of the stranger's plugin into the folder named by the argument. A process of its own: bundlers
 * behave differently inside a test runner.
 */
import { definePluginUi } from '@recado/sdk/vite'
import { build } from 'vite'

const ui = definePluginUi({ id: 'countdown' })
await build({
  logLevel: 'error',
  configFile: false,
  ...ui,
  root: import.meta.dirname,
  build: { ...ui.build, outDir: process.argv[2]! },
})
