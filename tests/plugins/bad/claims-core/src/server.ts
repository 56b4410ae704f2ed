import { defineRoute, Empty } from '@recado/sdk'
import { plugin } from '../../../minimal.ts'

const list = defineRoute({
  method: 'GET',
  path: '/all',
  summary: 'Everything.',
  access: { kind: 'public' },
  rate: 'read',
  response: Empty,
})

export default plugin(
  'claims-core',
  { routes: { list }, claims: { list: '/tickets' } },
  { routes: { list: () => ({}) } },
)
