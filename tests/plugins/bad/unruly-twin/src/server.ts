import { plugin } from '../../../minimal.ts'

export default plugin('unruly-twin', { errors: { ERR_UNRULY_MOOD: { status: 409, when: 'Another one says so too.' } } })
