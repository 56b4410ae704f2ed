import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    number: { slot: 'connection.card', load: () => import('./number/number-card.tsx') },
  },
})
