import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    snippet: { slot: 'connection.card', load: () => import('./snippet/snippet-card.tsx') },
  },
})
