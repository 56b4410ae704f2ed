import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    preview: { slot: 'connection.preview', load: () => import('./preview/preview-panel.tsx') },
    snippet: { slot: 'connection.card', load: () => import('./snippet/snippet-card.tsx') },
  },
})
