import { defineRoute, Empty } from '@recado/sdk'
import { plugin } from '../../../minimal.ts'

const one = defineRoute({
  method: 'GET',
  path: '/cards/:id',
  summary: 'One.',
  access: { kind: 'public' },
  rate: 'read',
  response: Empty,
})
const another = defineRoute({
  method: 'GET',
  path: '/cards/:card',
  summary: 'The same once more.',
  access: { kind: 'public' },
  rate: 'read',
  response: Empty,
})

export default plugin(
  'twice-the-path',
  { routes: { one, another } },
  { routes: { one: () => ({}), another: () => ({}) } },
)
