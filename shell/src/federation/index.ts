export { panels } from './panels.ts'
export { hasPanels, type PanelPlugin } from './panel-plugin.ts'
export { PluginPanel, usePluginTitle, type PluginPanelProps } from './plugin-panel.tsx'
export { PanelError, PluginBoundary } from './plugin-boundary.tsx'
