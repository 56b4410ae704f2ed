export { renderPage } from './render-page.tsx'
export { renderPanel, type PanelSurroundings } from './render-panel.tsx'
