import { defineRoute, Empty } from '@recado/sdk'
import { plugin } from '../../../minimal.ts'

const promised = defineRoute({
  method: 'GET',
  path: '/promised',
  summary: 'Declared and never written.',
  access: { kind: 'public' },
  rate: 'read',
  response: Empty,
})

export default plugin('unfinished', { routes: { promised } })
