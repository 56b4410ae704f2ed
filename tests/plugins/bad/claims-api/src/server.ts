import { defineRoute, Empty } from '@recado/sdk'
import { plugin } from '../../../minimal.ts'

const manifest = defineRoute({
  method: 'GET',
  path: '/manifest',
  summary: 'Another manifest.',
  access: { kind: 'public' },
  rate: 'read',
  response: Empty,
})

export default plugin(
  'claims-api',
  { routes: { manifest }, claims: { manifest: '/api/shell/other' } },
  { routes: { manifest: () => ({}) } },
)
