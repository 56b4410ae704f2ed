import { definePluginUi } from '@recado/sdk/vite'

export default definePluginUi({ id: 'meta' })
