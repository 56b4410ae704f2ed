export { definePluginUi, type PluginUiOptions } from './define-plugin-ui.ts'
export { belongsToShell, isShared, sharedPackages, type SharedPackage } from './shared-packages.ts'
export type { PluginUiFile } from './stamp.ts'
