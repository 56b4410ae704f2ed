import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { fees: { slot: 'connection.form', load: () => import('./fees/fees-note.tsx') } },
})
