export { panels } from './panels.ts'
export { hasPanels, type PanelPlugin } from './panel-plugin.ts'
export { PluginPanel, PluginPart, usePluginTitle, type PluginPanelProps } from './plugin-panel.tsx'
export { PanelError, PluginBoundary } from './plugin-boundary.tsx'
