import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { composer: { slot: 'ticket.composer.actions', load: () => import('./composer/gif-action.tsx') } },
})
