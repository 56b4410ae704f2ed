import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { control: { slot: 'ticket.composer.above', load: () => import('./control/control-notice.tsx') } },
})
