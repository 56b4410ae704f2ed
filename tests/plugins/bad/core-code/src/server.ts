import { plugin } from '../../../minimal.ts'

export default plugin('core-code', { errors: { ERR_NOT_FOUND: { status: 410, when: 'It is gone.' } } })
