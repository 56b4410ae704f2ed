import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { webhook: { slot: 'connection.card', load: () => import('./webhook-card.tsx') } },
})
