import { definePanels } from '@recado/sdk/ui'

export default definePanels({ panels: {} })
