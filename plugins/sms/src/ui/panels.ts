import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    counter: { slot: 'ticket.composer.actions', load: () => import('./composer/segment-counter.tsx') },
  },
})
